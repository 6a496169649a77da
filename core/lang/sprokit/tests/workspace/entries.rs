//! Entries as the program parses them.

use expect_test::expect;

use crate::settings::check_settings;

#[test]
fn legacy_keys_without_values_are_told_as_the_program_reads_them() {
    check_settings(
        &[],
        "config a\n:k\n:j 1\n:l\nk = 1\n",
        expect![[r#"
            glued-keys ":k": kwiver joins this key with the next one and reads `k:j`
                help: `:k` has no value; Bobbin reads it as empty
            replaced-value "k": this value of `a:k` does not count: the key is set again, to `1`
            legacy-entry ":l": `:l` has no value
        "#]],
    );
}

/// The value so far is not thrown away where no macro can give it (sprokit.md#macros).
#[test]
fn what_is_added_to_a_key_that_no_macro_can_name_is_not_made_its_value() {
    check_settings(
        &[],
        "config q-x\n k = 1\n k += 2\nconfig a\n j += 3\n l = 1\n l += 4\n",
        expect![[r#"
            append-operator "+=": there is no `+=`
                help: no macro can name this key, so write the whole value behind `=`
            append-operator "+=": there is no `+=`
                help: the key has no value before, to which this could be added
                Change to `=`
            append-operator "+=": there is no `+=`
                help: `$CONFIG` gives the value so far, to which text can be added
                Change to `=` with the value so far
        "#]],
    );
}

/// Behind flags there must be whitespace in the line (sprokit.md#legacy-entries).
#[test]
fn a_legacy_key_with_flags_is_not_joined_with_the_next_one() {
    check_settings(
        &[],
        "config a\n:k[ro]\n:j 1\n",
        expect![[r#"
        legacy-entry ":k[ro]": `:k` has no value
    "#]],
    );
}
