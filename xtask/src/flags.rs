//! Parses the arguments behind a command's name.

use anyhow::{Context, Result, bail};

/// The arguments not yet taken; [`Flags::end`] refuses any that remain.
pub struct Flags {
    rest: Vec<String>,
}

impl Flags {
    pub fn new(arguments: &[String]) -> Flags {
        Flags { rest: arguments.to_vec() }
    }

    /// Takes `name` away; returns true if it was there.
    pub fn take(&mut self, name: &str) -> bool {
        let n_before = self.rest.len();
        self.rest.retain(|argument| argument != name);
        self.rest.len() < n_before
    }

    /// Takes `name VALUE` or `name=VALUE` away and returns the value.
    pub fn take_value(&mut self, name: &str) -> Result<Option<String>> {
        let prefix = format!("{name}=");
        let Some(at) = self.rest.iter().position(|it| it == name || it.starts_with(&prefix)) else {
            return Ok(None);
        };
        let flag = self.rest.remove(at);
        if let Some(value) = flag.strip_prefix(&prefix) {
            return Ok(Some(value.to_owned()));
        }
        if at == self.rest.len() {
            bail!("`{name}` needs a value");
        }
        Ok(Some(self.rest.remove(at)))
    }

    /// Takes away and returns the first argument that is not a flag.
    pub fn take_word(&mut self) -> Option<String> {
        let at = self.rest.iter().position(|it| !it.starts_with('-'))?;
        Some(self.rest.remove(at))
    }

    /// Takes the value of `name` as [`Flags::take_value`] does, and parses it as a port number.
    pub fn take_port(&mut self) -> Result<Option<u16>> {
        self.take_value("--port")?
            .map(|port| port.parse().with_context(|| format!("`{port}` is not a port number")))
            .transpose()
    }

    pub fn end(self) -> Result<()> {
        match self.rest.first() {
            Some(argument) => bail!("unknown argument `{argument}`; see --help"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flags(line: &str) -> Flags {
        Flags::new(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn takes_flags_and_values_in_any_order() {
        let mut it = flags("--port 81 --open");
        assert!(it.take("--open"));
        assert_eq!(it.take_port().unwrap(), Some(81));
        it.end().unwrap();
        assert_eq!(flags("--port=82").take_port().unwrap(), Some(82));
    }

    #[test]
    fn refuses_what_it_does_not_know() {
        assert!(flags("--prot 81").end().is_err());
        assert!(flags("--port").take_port().is_err());
        assert!(flags("--port x").take_port().is_err());
    }
}
