//! Clusters made of processes, and processes made of clusters again.

mod instances;

use std::sync::Arc;

use super::{flat, meaning};
use crate::parse;
use bobbin_core::edit::{Command, ItemPath, Refusal, SourceChange};
use bobbin_core::text::{Files, offset, slice};
use bobbin_core::{Document, Input};
use expect_test::{Expect, expect};
use text_size::TextRange;

fn input(path: &str, text: &str, others: &[(&str, &str)]) -> Input {
    let mut files = Files::default();
    for (path, text) in others {
        files.insert(path, (*text).into());
    }
    Input { path: path.to_owned(), text: text.into(), files: Arc::new(files), ..Input::default() }
}

fn process(name: &str) -> ItemPath {
    ItemPath::new(["process", name])
}

fn extract(names: &[&str], name: &str) -> Command {
    let items = names.iter().map(|it| process(it)).collect();
    Command::Extract { items, name: name.to_owned() }
}

/// Carries out a command; the edits of files that are there must be undone by their inverse.
fn run(input: &Input, command: &Command) -> Result<(Input, SourceChange), Refusal> {
    let change = parse(input).plan(command)?;
    for (path, edit) in &change.edits {
        let old = if *path == input.path { Some(&input.text) } else { input.files.get(path) };
        let old: &str = old.map_or("", |it| it);
        assert_eq!(edit.invert(old).apply(&edit.apply(old)), old);
    }
    let mut after = input.clone();
    after.apply(&change);
    Ok((after, change))
}

/// Checks the text and the new file behind a command, with its notes, or the reason why there is
/// none.
#[track_caller]
fn check(input: &Input, command: &Command, expect: Expect) -> Option<Input> {
    let (text, after) = match run(input, command) {
        Ok((after, change)) => {
            let mut text = after.text.to_string();
            for path in change.edits.keys().filter(|it| **it != input.path) {
                text += &format!("=== {path}\n{}", after.files.get(path).unwrap());
            }
            for it in &change.notes {
                text += &format!("({it})\n");
            }
            (text, Some(after))
        }
        Err(refusal) => (format!("refused: {}\n", refusal.reason), None),
    };
    expect.assert_eq(&text);
    after
}

const FLOW: &str = "\
# Where they come from.
process in
  :: numbers
  end = 9

# Half of the work.
process double   # twice
  :: multiplication

process two
  :: const_number
  value = 2   # the factor

process out
  :: print_number
  output = numbers.txt

connect from in.number
        to   double.factor1
# the factor goes in here
connect from two.number
        to   double.factor2
connect from double.product
        to   out.number

config _pipeline:_edge_by_conn
  double:down:factor1:capacity = 3
";

#[test]
fn inputs_of_a_new_cluster_stand_in_front_of_outputs() {
    let text = "process a :: numbers\nprocess b :: multiplication\nprocess c :: multiplication\n\
                process d :: sink\nprocess e :: sink\nconnect from a.number to b.factor1\n\
                connect from b.product to d.sink\nconnect from a.number to c.factor1\n\
                connect from a.number to b.factor2\nconnect from a.number to c.factor2\n\
                connect from c.product to e.sink\n";
    let (_, change) = run(&input("/x/t.pipe", text, &[]), &extract(&["b", "c"], "g")).unwrap();
    let new = change.edits.values().map(|it| it.apply("")).find(|it| it.contains("cluster g"));
    let new = new.unwrap();
    let words = new.lines().filter_map(|it| it.split_whitespace().next());
    let words: Vec<&str> = words.filter(|it| ["imap", "omap"].contains(it)).collect();
    assert_eq!(words, ["imap", "imap", "imap", "imap", "omap", "omap"], "{new}");
}

const SCALE: &str = "\
cluster scale
  -- Multiplies.
  by = 20
  -- The constant.
  imap from in
       to   m.factor1
       to   log.number
  -- The number.
  omap from m.product to out
  -- The product.
# The constant.
process k :: const_number
  value[ro] = scale:by   # live
process m :: multiplication
process log :: print_number
  output = log.txt
connect from k.number to m.factor2
";

#[test]
fn processes_go_into_a_cluster_and_come_back() {
    let before = input("/x/flow.pipe", FLOW, &[]);
    let after = check(
        &before,
        &extract(&["double", "two"], "twice"),
        expect![[r#"
            # Where they come from.
            process in
              :: numbers
              end = 9

            process twice
              :: twice

            process out
              :: print_number
              output = numbers.txt

            connect from in.number
                    to   twice.factor1
            connect from twice.product
                    to   out.number

            config _pipeline:_edge_by_conn
              twice/double:down:factor1:capacity = 3
            === /x/twice.cluster
            cluster twice
              -- Holds double, two.

              imap from factor1
                   to   double.factor1
              -- The input factor1 of double.

              omap from double.product
                   to   product
              -- The output product of double.

            # Half of the work.
            process double   # twice
              :: multiplication

            process two
              :: const_number
              value = 2   # the factor

            # the factor goes in here
            connect from two.number
                    to   double.factor2
            (`double` is now `twice/double`)
            (`two` is now `twice/two`)
        "#]],
    );
    let after = after.unwrap();
    let back = check(
        &after,
        &Command::Inline { item: process("twice") },
        expect![[r#"
            # Where they come from.
            process in
              :: numbers
              end = 9

            # Half of the work.
            process double   # twice
              :: multiplication

            process two
              :: const_number
              value = 2   # the factor

            process out
              :: print_number
              output = numbers.txt

            connect from in.number
                    to   double.factor1
            connect from double.product
                    to   out.number
            # the factor goes in here
            connect from two.number
                    to   double.factor2

            config _pipeline:_edge_by_conn
              double:down:factor1:capacity = 3
            (`twice/double` is now `double`)
            (`twice/two` is now `two`)
        "#]],
    );
    let lines = |input: &Input| flat::lines(&parse(input), str::to_owned).unwrap();
    assert_eq!(lines(&back.unwrap()), lines(&before));
}

#[test]
fn keys_that_depend_on_the_text_stay_there() {
    let text = "\
config sizes
  n = 4
config b
  output = first.txt
process a :: numbers
  end = $CONFIG{sizes:n}
process b :: print_number
  output = $CONFIG{a:end}.txt
connect from a.number to b.number
process c :: print_number
connect from a.number to c.number
";
    check(
        &input("/flow.pipe", text, &[]),
        &extract(&["a", "b"], "g"),
        expect![[r#"
            config sizes
              n = 4
            config g:b
              output = first.txt
            process g :: g

            config g:a
              end = $CONFIG{sizes:n}
            config g:b
              output = $CONFIG{g:a:end}.txt
            process c :: print_number
            connect from g.number to c.number
            === /g.cluster
            cluster g
              -- Holds a, b.

              omap from a.number
                   to   number
              -- The output number of a.

            process a :: numbers

            process b :: print_number

            connect from a.number to b.number
            (`a` is now `g/a`)
            (`b` is now `g/b`)
        "#]],
    );
}

/// The comments about a process go with it, those about its keys stay with them.
#[test]
fn comments_go_with_what_they_are_about() {
    let text = "\
cluster outer
  -- All.
  n = 4
  -- How many.

  omap from a.number
       to   number
  -- The numbers.

# the source of it all
process a
  :: numbers   # only small ones
  # the last one
  end[ro] = outer:n
";
    check(
        &input("/outer.cluster", text, &[]),
        &extract(&["a"], "inner"),
        expect![[r#"
        cluster outer
          -- All.
          n = 4
          -- How many.

          omap from inner.number
               to   number
          -- The numbers.

        process inner
          :: inner

        config inner:a
          # the last one
          end[ro] = outer:n
        === /inner.cluster
        cluster inner
          -- Holds a.

          omap from a.number
               to   number
          -- The output number of a.

        # the source of it all
        process a
          :: numbers   # only small ones
        (`a` is now `inner/a`)
    "#]],
    );
}

/// What belongs to a process behind an error is not known.
#[test]
fn a_process_with_a_syntax_error_is_refused_with_its_line() {
    let text = "process a :: numbers\nprocess w :: print_number\n  static/gsd[ro]$CONF{common:gsd}\n  \
                output = x\nconnect from a.number to w.number\n";
    let input = Input::alone("t.pipe", text);
    expect![
        "`w` has a syntax error in line 3: `=` is missing after the key `static/gsd`; fix it first"
    ]
    .assert_eq(&run(&input, &extract(&["w"], "g")).unwrap_err().reason);
    assert!(run(&input, &extract(&["a"], "g")).is_ok());
}

#[test]
fn what_would_change_the_meaning_is_refused() {
    let alone = input("flow.pipe", FLOW, &[("taken.cluster", "# nothing\n")]);
    let refused = |command: &Command| run(&alone, command).unwrap_err().reason;
    assert_eq!(
        refused(&extract(&["in", "double", "two", "out"], "all")),
        "no connection goes in or out, and a cluster must have a port"
    );
    assert_eq!(refused(&extract(&["in"], "taken")), "there is a file `taken.cluster` already");
    assert_eq!(refused(&extract(&["in"], "a b")), "`a b` cannot be the name of a cluster");
    assert_eq!(
        refused(&extract(&["in"], "numbers")),
        "there is a process type called `numbers` already"
    );
    assert_eq!(refused(&extract(&[], "g")), "there is no process among what is selected");
    assert_eq!(
        refused(&Command::Inline { item: process("in") }),
        "this is not an instance of a cluster among the open files"
    );
    let asked = "process s :: scale\nprocess a :: numbers\n  end = $CONFIG{s:by}\nconnect from a.number to s.in\n";
    let asked = input("t.pipe", asked, &[("scale.cluster", SCALE)]);
    let why = run(&asked, &Command::Inline { item: process("s") }).unwrap_err().reason;
    assert_eq!(why, "a macro asks for the key `by` of `s`");
}

#[test]
fn of_new_names_none_is_the_only_one_that_is_counted() {
    let told = |n: usize| {
        let pairs: Vec<_> = (0..n).map(|it| (format!("g/{it}"), it.to_string())).collect();
        meaning::renamed(&pairs).pop().unwrap()
    };
    assert_eq!(told(3), "`g/2` is now `2`");
    assert_eq!(told(4), "`g/3` is now `3`");
    assert_eq!(told(5), "2 more have new names");
}

#[test]
fn a_selection_offers_both() {
    let input = input("flow.pipe", FLOW, &[]);
    let file = parse(&input);
    let at = |word: &str| offset(FLOW.find(word).unwrap());
    let labels = |range: TextRange| -> Vec<String> {
        file.wider_refactorings(range).into_iter().map(|it| it.label).collect()
    };
    assert_eq!(
        labels(TextRange::new(at("process double"), at("process out") - offset(2))),
        ["Extract `double` and `two` to a cluster `group`, as `group/…`"]
    );
    assert!(labels(TextRange::empty(at("process double"))).is_empty());
}

#[test]
fn settings_of_connections_go_with_their_processes_or_are_told() {
    let text = |settings: &str| {
        let text = "process a :: numbers\nprocess b :: sink\nconnect from a.number to b.sink\n";
        input("flow.pipe", &format!("{text}config _pipeline\n{settings}"), &[])
    };
    check(
        &text(
            "  _edge_by_conn:b:down:sink:capacity = 3\n  _edge_by_conn:a : up:number:capacity = 4\n",
        ),
        &extract(&["b"], "g"),
        expect![[r#"
            process a :: numbers
            process g :: g
            connect from a.number to g.sink
            config _pipeline
              _edge_by_conn:g/b:down:sink:capacity = 3
              _edge_by_conn:a : up:number:capacity = 4
            === g.cluster
            cluster g
              -- Holds b.

              imap from sink
                   to   b.sink
              -- The input sink of b.

            process b :: sink
            (`b` is now `g/b`)
        "#]],
    );
    for settings in [
        "  block _edge_by_conn\n    b:down:sink:capacity = 3\n  endblock\n",
        "  block _edge_by_conn:b\n    down:sink:capacity = 3\n  endblock\n",
    ] {
        let text = text(settings);
        let refusal = run(&text, &extract(&["b"], "g")).unwrap_err();
        assert_eq!(
            refusal.reason,
            "`_pipeline:_edge_by_conn:b:down:sink:capacity` is set in a block; write it without the block first"
        );
        let at = slice(&text.text, refusal.at.unwrap());
        assert!(at.ends_with("down:sink:capacity = 3"), "{at}");
    }
}
