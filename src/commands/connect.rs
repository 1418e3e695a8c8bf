//! `passerelle connect`: what a client is told to find the bridge. No secret is part of it: a token is named by its place.

use std::{
    env,
    error::Error,
    fs,
    io::{self, ErrorKind, Write},
    path::{Path, PathBuf},
};

use clap::{Args, ValueEnum};
use passerelle::settings::{Settings, SettingsError};
use serde_json::{Value, json};

use super::Outcome;

/// A client of the bridge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Client {
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
    client: Client,
    /// The address of a running bridge, to be called over HTTP; claude, vscode and cursor start the bridge themselves without
    #[arg(long, value_name = "URL")]
    url: Option<String>,
    /// Write it into this file; what else the file holds stays as it is
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
}

/// Stands where a secret or a place is to be filled in.
const TOKEN: &str = "ONE_OF_THE_TOKENS";
const TOKEN_FILE: &str = "/path/to/gitlab_token";
const GITLAB: &str = "https://gitlab.example.com";

/// Prints the configuration of a client, or writes it into its file.
pub(crate) fn connect(
    settings: Result<Settings, SettingsError>,
    config: Option<&Path>,
    connect: &Connect,
) -> Outcome {
    let configuration = configuration(&settings?, config, connect)?;
    let Some(file) = &connect.write else {
        return Ok(writeln!(io::stdout(), "{configuration:#}")?);
    };
    let merged = merged(held(file)?, configuration).ok_or_else(|| taken(file))?;
    fs::write(file, format!("{merged:#}\n")).map_err(|why| format!("--write {}: {why}", file.display()))?;
    Ok(writeln!(io::stdout(), "written to {}", file.display())?)
}

fn configuration(settings: &Settings, config: Option<&Path>, connect: &Connect) -> io::Result<Value> {
    let server = match &connect.url {
        Some(url) => over_http(url, settings),
        None => started(config)?,
    };
    let url = || mcp_url(connect.url.clone().unwrap_or_else(|| own_address(settings)).as_str());
    Ok(match connect.client {
        Client::Claude | Client::Cursor => json!({ "mcpServers": { "passerelle": server } }),
        Client::Vscode => json!({ "servers": { "passerelle": server } }),
        Client::Openwebui => open_webui(&url(), needs_token(settings)),
        Client::N8n => n8n(&url(), needs_token(settings)),
    })
}

/// A bridge that the client starts, on its standard input and output.
fn started(config: Option<&Path>) -> io::Result<Value> {
    let command = env::current_exe()?;
    if let Some(config) = config {
        let config = std::path::absolute(config)?;
        return Ok(json!({ "type": "stdio", "command": command, "args": ["--config", config, "mcp"] }));
    }
    let needed =
        [("PASSERELLE__UPSTREAM__BASE_URL", GITLAB), ("PASSERELLE__UPSTREAM__TOKEN_FILE", TOKEN_FILE)];
    let set = |(name, example): (&str, &str)| {
        (name.to_owned(), env::var(name).unwrap_or_else(|_| example.to_owned()).into())
    };
    let env = Value::Object(needed.into_iter().map(set).collect());
    Ok(json!({ "type": "stdio", "command": command, "args": ["mcp"], "env": env }))
}

/// A bridge that runs.
fn over_http(url: &str, settings: &Settings) -> Value {
    let url = mcp_url(url);
    if needs_token(settings) {
        let headers = json!({ "Authorization": format!("Bearer {TOKEN}") });
        json!({ "type": "http", "url": url, "headers": headers })
    } else {
        json!({ "type": "http", "url": url })
    }
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

fn needs_token(settings: &Settings) -> bool {
    !settings.server.callers.is_empty()
}

fn own_address(settings: &Settings) -> String {
    format!("http://{}:{}", settings.server.host, settings.server.port)
}

fn mcp_url(url: &str) -> String {
    let url = url.trim_end_matches('/');
    format!("{}/mcp", url.strip_suffix("/mcp").unwrap_or(url))
}

/// What a file holds; nothing where there is none.
fn held(file: &Path) -> Result<Value, Box<dyn Error>> {
    match fs::read_to_string(file) {
        Ok(text) if text.trim().is_empty() => Ok(Value::Null),
        Ok(text) => serde_json::from_str(&text).map_err(|_| taken(file)),
        Err(why) if why.kind() == ErrorKind::NotFound => Ok(Value::Null),
        Err(why) => Err(format!("--write {}: {why}", file.display()).into()),
    }
}

fn taken(file: &Path) -> Box<dyn Error> {
    let file = file.display();
    format!("--write {file}: holds something else than this client's JSON; name another file").into()
}

/// The bridge's own keys beside those that a file holds; `None` where they can't stand together.
fn merged(held: Value, own: Value) -> Option<Value> {
    match (held, own) {
        (Value::Null, own) => Some(own),
        (Value::Object(mut held), Value::Object(own)) => {
            for (key, value) in own {
                let is_own = key == "passerelle";
                let slot = held.entry(key).or_insert(Value::Null);
                *slot = if is_own { value } else { merged(slot.take(), value)? };
            }
            Some(Value::Object(held))
        }
        _ => None,
    }
}
