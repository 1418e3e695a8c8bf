//! `passerelle connect`: what a client needs to find the bridge. It holds no secret: it says where the token is, not what it is.

mod file;

use std::{
    env,
    io::{self, Write},
    path::{Path, PathBuf},
};

use clap::{Args, ValueEnum, error::ErrorKind};
use passerelle::settings::{Settings, plain_url};
use serde_json::{Value, json};

use super::{CommandResult, healthcheck::address_of};

/// A client of the bridge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ConnectedClient {
    /// Claude Desktop and Claude Code
    Claude,
    /// Visual Studio Code: .vscode/mcp.json
    Vscode,
    /// Cursor: .cursor/mcp.json
    Cursor,
    /// The connections of external tools in `Open WebUI`
    Openwebui,
    /// n8n: a node to paste into a workflow
    N8n,
}

/// What to print, and where.
#[derive(Debug, Clone, Args)]
pub(crate) struct Connect {
    /// Which client
    client: ConnectedClient,
    /// The address of a running bridge, to be called over HTTP; without it claude, vscode and cursor start the bridge themselves
    #[arg(long, value_name = "URL")]
    url: Option<String>,
    /// Write it into this file; what else the file holds stays as it is, comments and own settings of the entry too
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
}

/// Stands where a secret or a place is to be filled in.
const TOKEN: &str = "ONE_OF_THE_TOKENS";
const TOKEN_FILE: &str = "/path/to/gitlab_token";
const GITLAB: &str = "https://gitlab.example.com";

const NO_ADDRESS: &str = "--url takes the bridge's address with its scheme and without credentials, query or fragment, like \
                          https://bridge.example.com\n";

/// Whether a text has to be filled in.
fn is_placeholder(value: &Value) -> bool {
    value.as_str().is_some_and(|text| [TOKEN_FILE, GITLAB].contains(&text) || text.ends_with(TOKEN))
}

/// Says what is still to fill in, if anything is: the places of a value, which stands at this place itself.
fn tell_placeholders(place: &str, value: &Value, out: &mut dyn Write) -> io::Result<()> {
    let inside = |name: &str| if place.is_empty() { name.to_owned() } else { format!("{place}.{name}") };
    match value {
        Value::Object(fields) => {
            fields.iter().try_for_each(|(name, value)| tell_placeholders(&inside(name), value, out))
        }
        Value::Array(items) => items.iter().try_for_each(|value| tell_placeholders(place, value, out)),
        value if is_placeholder(value) => writeln!(out, "still to fill in: {place}"),
        _ => Ok(()),
    }
}

/// Prints the configuration of a client, or writes it into its file.
pub(crate) fn connect(settings: &Settings, config: Option<&Path>, connect: &Connect) -> CommandResult {
    if connect.url.as_deref().is_some_and(|url| plain_url(url).is_none()) {
        // Said here: a value parser's refusal would show the address, and with it a password that may stand in it.
        clap::Error::raw(ErrorKind::ValueValidation, NO_ADDRESS).exit();
    }
    let configuration = configuration(settings, config, connect)?;
    let Some(file) = &connect.write else {
        writeln!(io::stdout(), "{configuration:#}")?;
        return Ok(tell_placeholders("", &configuration, &mut io::stderr())?);
    };
    let written = file::write(file, &configuration);
    let (held, replaced) = written.map_err(|why| format!("--write {}: {why}", file.display()))?;
    let mut out = io::stdout();
    writeln!(out, "written to {}", file.display())?;
    for replaced in replaced {
        writeln!(out, "replaced: {replaced}")?;
    }
    Ok(tell_placeholders("", &held, &mut out)?)
}

fn configuration(settings: &Settings, config: Option<&Path>, connect: &Connect) -> io::Result<Value> {
    let needs_token = !settings.server.callers.is_empty();
    let own = || format!("http://{}", address_of(&settings.server));
    let url = connect.url.clone().unwrap_or_else(own);
    let url = url.trim_end_matches('/');
    let url = format!("{}/mcp", url.strip_suffix("/mcp").unwrap_or(url));
    let list = match connect.client {
        ConnectedClient::Claude | ConnectedClient::Cursor => "mcpServers",
        ConnectedClient::Vscode => "servers",
        ConnectedClient::Openwebui => return Ok(open_webui(&url, needs_token)),
        ConnectedClient::N8n => return Ok(n8n(&url, needs_token)),
    };
    let server = if connect.url.is_some() { over_http(&url, needs_token) } else { started(config)? };
    Ok(json!({ list: { "passerelle": server } }))
}

/// A bridge that the client starts, on its standard input and output.
fn started(config: Option<&Path>) -> io::Result<Value> {
    let command = env::current_exe()?;
    if let Some(config) = config {
        let config = std::path::absolute(config)?;
        return Ok(json!({ "type": "stdio", "command": command, "args": ["--config", config, "mcp"] }));
    }
    let set = |name: &str, example: &str| env::var(name).unwrap_or_else(|_| example.to_owned());
    let env = json!({
        "PASSERELLE__UPSTREAM__BASE_URL": set("PASSERELLE__UPSTREAM__BASE_URL", GITLAB),
        "PASSERELLE__UPSTREAM__TOKEN_FILE": set("PASSERELLE__UPSTREAM__TOKEN_FILE", TOKEN_FILE),
    });
    Ok(json!({ "type": "stdio", "command": command, "args": ["mcp"], "env": env }))
}

/// A bridge that runs.
fn over_http(url: &str, needs_token: bool) -> Value {
    if !needs_token {
        return json!({ "type": "http", "url": url });
    }
    json!({ "type": "http", "url": url, "headers": { "Authorization": format!("Bearer {TOKEN}") } })
}

fn open_webui(url: &str, needs_token: bool) -> Value {
    let (kind, key) = if needs_token { ("bearer", TOKEN) } else { ("none", "") };
    let description = "Issues and projects of GitLab, by loose words";
    json!([{
        "type": "mcp",
        "url": url,
        "path": "",
        "auth_type": kind,
        "key": key,
        "config": { "enable": true },
        "info": { "id": "passerelle", "name": "Passerelle", "description": description },
    }])
}

fn n8n(url: &str, needs_token: bool) -> Value {
    let parameters = json!({
        "endpointUrl": url,
        "serverTransport": "httpStreamable",
        "authentication": if needs_token { "bearerAuth" } else { "none" },
        "include": "all",
        "options": {},
    });
    let node = json!({
        "parameters": parameters,
        "type": "@n8n/n8n-nodes-langchain.mcpClientTool",
        "typeVersion": 1.2,
        "position": [0, 0],
        "name": "Passerelle",
    });
    json!({ "nodes": [node], "connections": {} })
}
