//! The filter of a form's fields.

use bobbin_protocol::Field;

/// Returns true if a field matches the typed filter.
#[must_use]
pub fn fits(field: &Field, typed: &str) -> bool {
    let text = format!("{} {} {}", field.label, field.key, field.help).to_lowercase();
    typed.to_lowercase().split_whitespace().all(|word| text.contains(word))
}

#[cfg(test)]
mod tests {
    use bobbin_protocol::{FieldKind, Origin, OriginKind};

    use super::*;

    #[test]
    fn fields_are_found_by_label_key_and_meaning() {
        let field = Field {
            key: "MPI_Send".into(),
            label: "MPI_Send".into(),
            kind: FieldKind::Text,
            written: None,
            list: None,
            effective: "on".into(),
            origin: Origin {
                kind: OriginKind::Default,
                range: None,
                written: None,
                note: String::new(),
            },
            range: None,
            help: "blocking send".into(),
            inert: None,
            problem: None,
            is_kept: false,
        };
        for (typed, is_found) in
            [("", true), ("mpi send", true), ("blocking", true), ("recv", false)]
        {
            assert_eq!(fits(&field, typed), is_found, "{typed}");
        }
    }
}
