//! Chromium's DevTools protocol: JSON messages over one WebSocket.

use std::net::TcpStream;
use std::time::Duration;

use anyhow::Context as _;
use serde_json::{Value, json};
use tungstenite::{Message, WebSocket};

/// After this long without a word Chromium has stopped working.
const PATIENCE: Duration = Duration::from_secs(60);

/// A connection to one tab.
pub(crate) struct DevTools {
    socket: WebSocket<TcpStream>,
    session: Option<String>,
    calls: u64,
    /// What the tab told without being asked, oldest first.
    pub(crate) events: Vec<(String, Value)>,
}

impl DevTools {
    /// Opens a tab and listens to it.
    pub(crate) fn connect(address: &str) -> anyhow::Result<Self> {
        let host = address.split('/').next().unwrap_or_default();
        let stream = TcpStream::connect(host)
            .with_context(|| format!("can't reach Chromium at `{host}`"))?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_nodelay(true)?;
        let (socket, _) =
            tungstenite::client(format!("ws://{address}"), stream)
                .map_err(|error| anyhow::anyhow!("{error}"))?;
        let mut devtools =
            Self { socket, session: None, calls: 0, events: Vec::new() };
        let target = devtools
            .call("Target.createTarget", json!({"url": "about:blank"}))?;
        let attached = devtools.call(
            "Target.attachToTarget",
            json!({"targetId": target["targetId"], "flatten": true}),
        )?;
        devtools.session = attached["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page", "Runtime", "Log", "Network", "Accessibility"] {
            devtools.call(&format!("{domain}.enable"), json!({}))?;
        }
        Ok(devtools)
    }

    /// Gives an order and waits for its result.
    pub(crate) fn call(
        &mut self,
        method: &str,
        params: Value,
    ) -> anyhow::Result<Value> {
        self.calls += 1;
        let mut order =
            json!({"id": self.calls, "method": method, "params": params});
        if let Some(session) = &self.session {
            order["sessionId"] = json!(session);
        }
        self.socket.send(Message::text(order.to_string()))?;
        loop {
            let mut answer = self.read(method)?;
            if answer["id"] == self.calls {
                if let Some(error) = answer.get("error") {
                    anyhow::bail!("Chromium refused `{method}`: {error}");
                }
                return Ok(answer["result"].take());
            }
        }
    }

    /// Waits until the tab has told of an event since the last `clear`.
    pub(crate) fn wait_for(&mut self, event: &str) -> anyhow::Result<()> {
        while !self.events.iter().any(|(name, _)| name == event) {
            self.read(event)?;
        }
        Ok(())
    }

    fn read(&mut self, awaited: &str) -> anyhow::Result<Value> {
        let message = self.socket.read().with_context(|| {
            format!("Chromium said nothing while waiting for `{awaited}`")
        })?;
        let Message::Text(text) = message else { return Ok(Value::Null) };
        let mut message: Value = serde_json::from_str(&text)?;
        if let Some(name) = message["method"].as_str() {
            let name = name.to_owned();
            self.events.push((name, message["params"].take()));
        }
        Ok(message)
    }
}
