//! Redis and Valkey. What takes more than one command is a script, which the server runs as one.

use std::path::Path;

use ::redis::{
    Client, FromRedisValue, RedisError, Script, ScriptInvocation, TlsCertificates,
    aio::{ConnectionManager, ConnectionManagerConfig},
};
use futures_util::FutureExt;

use super::prelude::*;

/// How long a connection may take.
const CONNECT: Duration = Duration::from_millis(500);
/// How long a command may take.
const RESPOND: Duration = Duration::from_millis(800);
/// The longest wait between two attempts to connect: how soon a store that is back is used again.
const RECONNECT: Duration = Duration::from_millis(200);

/// A claim is a hash: `state` (`claimed`, `sent`, `done`), `token`, `body`, `until` (milliseconds of the server's clock), `answer`. One
/// in a state that this version does not know may have been sent.
const CLAIM: &str = r"
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local held = redis.call('HMGET', KEYS[1], 'state', 'body', 'until', 'answer')
local is_over = not held[3] or tonumber(held[3]) < now
if held[1] and not (held[1] == 'claimed' and is_over) then
  if held[2] ~= ARGV[2] then return {'other'} end
  if held[1] == 'done' then return {'done', held[4]} end
  if is_over then return {'perhaps'} end
  return {'under way'}
end
redis.call('HSET', KEYS[1], 'state', 'claimed', 'token', ARGV[1], 'body', ARGV[2], 'until', now + ARGV[3])
redis.call('PEXPIRE', KEYS[1], math.max(ARGV[4], 2 * ARGV[3]))
return {'yours'}";

/// Sets the state where one is given, and moves `until`.
const HOLD: &str = r"
if redis.call('HGET', KEYS[1], 'token') ~= ARGV[1] then return 0 end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if ARGV[4] ~= '' then redis.call('HSET', KEYS[1], 'state', ARGV[4]) end
redis.call('HSET', KEYS[1], 'until', now + ARGV[2])
redis.call('PEXPIRE', KEYS[1], math.max(ARGV[3], 2 * ARGV[2]))
return 1";

const FREE: &str = r"
if redis.call('HGET', KEYS[1], 'token') ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])";

/// A share is a sorted set of keys, each with the total weight of all that was kept up to it. Keys that are further back than the
/// size of the share are forgotten.
const KEEP: &str = r"
if redis.call('HGET', KEYS[1], 'token') ~= ARGV[1] then return 0 end
local last = redis.call('ZRANGE', KEYS[2], -1, -1, 'WITHSCORES')
local place = (tonumber(last[2]) or 0) + ARGV[4]
local gone = place - ARGV[5]
for _, key in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', gone)) do
  if redis.call('HGET', key, 'state') == 'done' then redis.call('DEL', key) end
end
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', gone)
redis.call('ZADD', KEYS[2], place, KEYS[1])
redis.call('PEXPIRE', KEYS[2], ARGV[2])
redis.call('HSET', KEYS[1], 'state', 'done', 'answer', ARGV[3])
return redis.call('PEXPIRE', KEYS[1], ARGV[2])";

/// Names with the moments when they are over, in a sorted set.
const SHARE: &str = r"
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
for place = 1, #ARGV, 2 do
  redis.call('ZADD', KEYS[1], now + ARGV[place + 1], ARGV[place])
end
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
local told = redis.call('ZRANGE', KEYS[1], 0, -1, 'WITHSCORES')
for place = 2, #told, 2 do told[place] = tonumber(told[place]) - now end
return told";

/// A Redis server, by one connection that is made again when it breaks.
pub(super) struct Redis {
    connection: ConnectionManager,
    claim: Script,
    hold: Script,
    free: Script,
    keep: Script,
    share: Script,
}

impl Redis {
    /// The server of this address; no connection is made yet.
    ///
    /// # Errors
    /// The address is not valid, or the certificates can't be read.
    pub(super) fn new(url: &SecretString, ca_file: Option<&Path>) -> Result<Self, SettingsError> {
        crate::tls::install();
        let mut client = Client::open(url.expose_secret()).map_err(|error| told(&error))?;
        if let Some(file) = ca_file {
            let unread = |error| SettingsError(format!("store.ca_file: {error}"));
            let root_cert = Some(settings::read_file(file).map_err(unread)?);
            let tls = TlsCertificates { client_tls: None, root_cert };
            let unusable = |error| settings::bad_certificates("store.ca_file", file, &error);
            client = Client::build_with_tls(url.expose_secret(), tls).map_err(unusable)?;
        }
        let config = ConnectionManagerConfig::new()
            .set_connection_timeout(Some(CONNECT))
            .set_response_timeout(Some(RESPOND))
            .set_min_delay(Duration::from_millis(20))
            .set_max_delay(RECONNECT)
            .set_number_of_retries(2);
        let connection =
            ConnectionManager::new_lazy_with_config(client, config).map_err(|error| told(&error))?;
        let [claim, hold, free, keep, share] = [CLAIM, HOLD, FREE, KEEP, SHARE].map(Script::new);
        Ok(Self { connection, claim, hold, free, keep, share })
    }

    fn run<'a, T: FromRedisValue + Send + 'a>(&self, script: ScriptInvocation<'a>) -> StoreFuture<'a, T> {
        let mut connection = self.connection.clone();
        async move { script.invoke_async(&mut connection).await.map_err(|error| away(&error)) }.boxed()
    }
}

/// Without the address, which may hold a password.
fn told(error: &RedisError) -> SettingsError {
    SettingsError(format!("store.url: {}; write redis://, rediss:// or unix://", error.category()))
}

fn away(error: &RedisError) -> Away {
    tracing::warn!(%error, "the store did not do what it was asked");
    if error.code() == Some("OOM") { Away::Full } else { Away::Unreachable }
}

/// Whole milliseconds, at least one: Redis takes zero for "for ever", or refuses it.
fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX >> 1).max(1)
}

impl Backend for Redis {
    fn claim<'a>(&'a self, claim: &'a Claim) -> StoreFuture<'a, ClaimState> {
        let mut call = self.claim.key(&claim.key);
        call.arg(&claim.token).arg(&claim.body).arg(milliseconds(claim.lease)).arg(milliseconds(claim.keep));
        let found = self.run::<Vec<Vec<u8>>>(call);
        async move {
            let mut found = found.await?.into_iter();
            Ok(match (found.next().as_deref(), found.next()) {
                (Some(b"yours"), _) => ClaimState::Yours,
                (Some(b"other"), _) => ClaimState::OtherBody,
                (Some(b"under way"), _) => ClaimState::UnderWay,
                (Some(b"done"), Some(answer)) => ClaimState::Done(answer),
                // What can't be read may have been done.
                _ => ClaimState::Perhaps,
            })
        }
        .boxed()
    }

    fn hold<'a>(&'a self, claim: &'a Claim, sends: bool) -> StoreFuture<'a, bool> {
        let mut call = self.hold.key(&claim.key);
        call.arg(&claim.token).arg(milliseconds(claim.lease)).arg(milliseconds(claim.keep));
        call.arg(if sends { "sent" } else { "" });
        self.run(call)
    }

    fn finish<'a>(&'a self, claim: &'a Claim, kept: Option<StoredAnswer<'a>>) -> StoreFuture<'a, ()> {
        let script = if kept.is_some() { &self.keep } else { &self.free };
        let mut call = script.key(&claim.key);
        call.arg(&claim.token);
        if let Some(StoredAnswer { answer, weight, share }) = kept {
            call.key(&share.key).arg(milliseconds(claim.keep)).arg(answer);
            call.arg(weight.min(share.most)).arg(share.most);
        }
        self.run(call)
    }

    fn share_pauses<'a>(&'a self, key: &'a str, new: &'a [Pause]) -> StoreFuture<'a, Vec<Pause>> {
        let mut call = self.share.key(key);
        for (name, wait) in new {
            call.arg(name).arg(milliseconds(*wait));
        }
        let told = self.run::<Vec<(String, u64)>>(call);
        told.map(|told| {
            Ok(told?.into_iter().map(|(name, left)| (name, Duration::from_millis(left))).collect())
        })
        .boxed()
    }

    fn probe<'a>(&'a self, key: &'a str) -> StoreFuture<'a, ()> {
        let mut connection = self.connection.clone();
        async move {
            let mut set = ::redis::cmd("SET");
            set.arg(key).arg(1).arg("PX").arg(milliseconds(RESPOND));
            set.query_async::<()>(&mut connection).await.map_err(|error| away(&error))
        }
        .boxed()
    }
}
