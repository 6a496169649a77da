//! Macros: `$PROVIDER{name}` inside values (sprokit.md#macros).

use std::ops::Range;

use bobbin_core::HostFacts;

/// The names that `SYSENV` knows (sprokit.md#macros).
pub const SYSTEM_NAMES: [(&str, &str); 19] = [
    ("curdir", "the current folder"),
    ("cwd", "the current folder"),
    ("homedir", "the home folder, as `HOME` says"),
    ("pid", "the number of the running process"),
    ("numproc", "the number of processors"),
    ("totalvirtualmemory", "virtual memory"),
    ("availablevirtualmemory", "virtual memory that is free"),
    ("totalphysicalmemory", "physical memory"),
    ("availablephysicalmemory", "physical memory that is free"),
    ("hostname", "the name of the machine"),
    ("domainname", "the name of its domain"),
    ("osname", "the name of the operating system"),
    ("osdescription", "the operating system in words"),
    ("osplatform", "the platform"),
    ("osversion", "the version of the operating system"),
    ("iswindows", "`TRUE` or `FALSE`"),
    ("islinux", "`TRUE` or `FALSE`"),
    ("isapple", "`TRUE` or `FALSE`"),
    ("is64bits", "`TRUE` or `FALSE`"),
];

/// The providers, with what they give.
pub const PROVIDERS: [(&str, &str); 4] = [
    ("CONFIG", "the value of a full key that was assigned earlier in the file"),
    ("ENV", "an environment variable of the machine that runs the pipeline"),
    ("LOCAL", "a name defined with `:=` earlier in the file"),
    ("SYSENV", "a fact about the machine that runs the pipeline"),
];

/// A macro in a text; ranges are byte indices of that text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Macro<'t> {
    /// The range from `$` to `}`.
    pub range: Range<usize>,
    /// The provider between `$` and `{`.
    pub provider: &'t str,
    /// The name between the braces.
    pub name: &'t str,
    /// The byte range of the name.
    pub name_range: Range<usize>,
}

/// Finds the macros of `text`, from left to right. What does not match the pattern is ordinary
/// text, also around an inner macro.
pub fn find(text: &str) -> impl Iterator<Item = Macro<'_>> {
    let mut from = 0;
    std::iter::from_fn(move || {
        loop {
            let start = from + text.get(from..)?.find('$')?;
            if let Some(found) = at(text, start) {
                from = found.range.end;
                return Some(found);
            }
            from = start + 1;
        }
    })
}

/// Returns true if a macro can ask for this name; with any other name the words stay as they are
/// (sprokit.md#macros).
pub fn is_name(name: &str) -> bool {
    let is_part = |it: char| it.is_ascii_alphanumeric() || matches!(it, '.' | '_' | ':');
    !name.is_empty() && name.chars().all(is_part)
}

/// Something that looks like a macro but does not match the pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Literal<'t> {
    /// The byte range of it.
    pub range: Range<usize>,
    /// The way in which it does not match.
    pub reason: Mismatch<'t>,
}

/// The way in which something does not match the pattern of macros.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mismatch<'t> {
    /// `${name}`: there is no provider.
    NoProvider(&'t str),
    /// The name has this character.
    Character(char),
    /// There is a macro inside it, which is one.
    Around,
    /// The brace is not closed.
    Open,
}

/// Finds what looks like a macro and stays as it is, from left to right.
pub fn literals(text: &str) -> impl Iterator<Item = Literal<'_>> {
    let mut from = 0;
    std::iter::from_fn(move || {
        loop {
            let start = from + text.get(from..)?.find('$')?;
            from = start + 1;
            if let Some(found) = at(text, start) {
                from = found.range.end;
            } else if let Some(found) = literal_at(text, start) {
                from = found.range.end;
                return Some(found);
            }
        }
    })
}

/// More letters than anyone writes between the braces of a macro.
const MOST_INSIDE: usize = 400;

fn literal_at(text: &str, start: usize) -> Option<Literal<'_>> {
    let rest = text.get(start + 1..)?;
    let provider_len = rest.find(|it: char| !it.is_ascii_alphanumeric())?;
    let (provider, rest) = rest.split_at_checked(provider_len)?;
    let inside = rest.strip_prefix('{')?;
    let first = start + 1 + provider_len + 1;
    if provider.is_empty() {
        let is_part = |it: char| it.is_ascii_alphanumeric() || "._:-".contains(it);
        let name_len = inside.find(|it: char| !is_part(it)).filter(|&it| it > 0)?;
        let (name, rest) = inside.split_at_checked(name_len)?;
        let range = start..first + name_len + 1;
        let reason = Mismatch::NoProvider(name);
        return rest.starts_with('}').then_some(Literal { range, reason });
    }
    if !PROVIDERS.iter().any(|it| it.0.eq_ignore_ascii_case(provider)) {
        return None;
    }
    let is_foreign = |it: char| !(it.is_ascii_alphanumeric() || matches!(it, '.' | '_' | ':'));
    let name_len = inside.find(is_foreign).unwrap_or(inside.len());
    let open = Literal { range: start..first + name_len, reason: Mismatch::Open };
    let character = inside.get(name_len..).and_then(|it| it.chars().next());
    let up_to = |end: usize| {
        let has_macro = inside.get(..end).is_some_and(|it| find(it).next().is_some());
        let reason = match character {
            Some(it) if !has_macro => Mismatch::Character(it),
            _ => Mismatch::Around,
        };
        Literal { range: start..first + end + 1, reason }
    };
    let mut depth = 1_usize;
    for (idx, it) in inside.char_indices().take(MOST_INSIDE) {
        match it {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => continue,
        }
        if depth == 0 {
            return Some(up_to(idx));
        }
    }
    // A second brace in the place of a letter is rather one too many than one that is left open.
    let end = inside.find(['}', '$']).filter(|&it| it < MOST_INSIDE && character == Some('{'));
    let end = end.filter(|&it| inside.get(it..).is_some_and(|it| it.starts_with('}')));
    Some(end.map_or(open, up_to))
}

fn at(text: &str, start: usize) -> Option<Macro<'_>> {
    let rest = text.get(start + 1..)?;
    if !rest.starts_with(|it: char| it.is_ascii_alphabetic()) {
        return None;
    }
    let provider_len = rest.find(|it: char| !(it.is_ascii_alphanumeric() || it == '_'))?;
    let (provider, rest) = rest.split_at_checked(provider_len)?;
    let rest = rest.strip_prefix('{')?;
    let name_len =
        rest.find(|it: char| !(it.is_ascii_alphanumeric() || matches!(it, '.' | '_' | ':')))?;
    let (name, rest) = rest.split_at_checked(name_len)?;
    rest.starts_with('}').then(|| {
        let name_start = start + 1 + provider_len + 1;
        let end = name_start + name_len;
        Macro { range: start..end + 1, provider, name, name_range: name_start..end }
    })
}

/// Returns the value of a system fact; `cwd` is another name for `curdir`, and `homedir` is `HOME`.
pub fn system<'h>(host: &'h HostFacts, name: &str) -> Option<&'h str> {
    let value = match name {
        "cwd" | "curdir" => host.system.get("cwd").or_else(|| host.system.get("curdir")),
        "homedir" => host.system.get(name).or_else(|| host.env.get("HOME")),
        _ => host.system.get(name),
    };
    value.map(String::as_str)
}

/// Expands the name in an include line: `ENV` and `SYSENV` count, all else stays as it is
/// (sprokit.md#includes).
pub fn expand_include(name: &str, host: &HostFacts) -> String {
    let mut res = String::with_capacity(name.len());
    let mut done = 0;
    for it in find(name) {
        let value = match it.provider {
            "ENV" => host.env.get(it.name).map(String::as_str),
            "SYSENV" => system(host, it.name),
            _ => None,
        };
        if let Some(value) = value {
            res.push_str(name.get(done..it.range.start).unwrap_or_default());
            res.push_str(value);
            done = it.range.end;
        }
    }
    res.push_str(name.get(done..).unwrap_or_default());
    res
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn macros_are_found_by_their_pattern() {
        let found = |text: &'static str| {
            find(text).map(|it| format!("{}/{}", it.provider, it.name)).collect::<Vec<_>>()
        };
        assert_eq!(found("x$ENV{HOME}y$LOCAL{a.b:c}"), ["ENV/HOME", "LOCAL/a.b:c"]);
        assert_eq!(found("$$ENV{H}"), ["ENV/H"]);
        assert_eq!(found("$ENV{$CONFIG{c:a}}"), ["CONFIG/c:a"]);
        assert_eq!(found("$ENV{}"), ["ENV/"]);
        assert_eq!(found("$CONFIG{a-b:x} $ENV{{X} ${HOME} $_X{Y} $ENV{HOME $E é$"), [""; 0]);
    }

    #[test]
    fn what_looks_like_a_macro_may_be_none() {
        let found = |text: &'static str| {
            literals(text)
                .map(|it| format!("{} {:?}", text.get(it.range).unwrap(), it.reason))
                .collect::<Vec<_>>()
        };
        assert_eq!(
            found("a$CONFIG{a-b:x}/${HOME}$config{a b}"),
            [
                "$CONFIG{a-b:x} Character('-')",
                "${HOME} NoProvider(\"HOME\")",
                "$config{a b} Character(' ')"
            ]
        );
        assert_eq!(found("x$ENV{$CONFIG{c:a}}y"), ["$ENV{$CONFIG{c:a}} Around"]);
        assert_eq!(found("$ENV{HOME/x"), ["$ENV{HOME Open"]);
        assert_eq!(found("$ENV{HOME"), ["$ENV{HOME Open"]);
        assert_eq!(found("$ENV{{X}/y"), ["$ENV{{X} Character('{')"]);
        assert_eq!(found("$ENV{A{X}"), ["$ENV{A{X} Character('{')"]);
        assert_eq!(found("$ENV{{X"), ["$ENV{ Open"]);
        assert_eq!(found("$ENV{{$CONFIG{c:a}"), ["$ENV{ Open"]);
        // Those that are macros, and what is none of Bobbin's business.
        let none =
            "$$ENV{H} $ENV{} $ENV{A}${} ${a b} $HOME $_X{Y} $X{a-b} $(x) {print $1} ${HOME é$";
        assert_eq!(found(none), [""; 0]);
    }

    #[test]
    fn include_names_take_what_the_machine_says() {
        let mut host = HostFacts::default();
        host.env.insert("A".to_owned(), "x".to_owned());
        assert_eq!(
            expand_include("$ENV{A}/$ENV{B}/$LOCAL{A}.pipe", &host),
            "x/$ENV{B}/$LOCAL{A}.pipe"
        );
    }
}
