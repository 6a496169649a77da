//! Instances of clusters that are written out, and what stands around them.

use super::*;

#[test]
fn what_an_instance_sets_is_written_out() {
    let text = "\
process a :: numbers
# Scales.
process s :: scale
  by = 7
process m :: sink
connect from a.number to s.in
connect from s.out to m.sink
config s:log
  output = other.txt
";
    check(
        &input("flow.pipe", text, &[("scale.cluster", SCALE)]),
        &Command::Inline { item: process("s") },
        expect![[r#"
            process a :: numbers
            # Scales.
            # The constant.
            process k :: const_number
              value[ro] = 7   # live

            process s_m :: multiplication

            process log :: print_number
              output = log.txt
            process m :: sink
            connect from a.number to s_m.factor1
            connect from s_m.product to m.sink
            connect from k.number to s_m.factor2
            connect from a.number to log.number
            config log
              output = other.txt
            (`s/k` is now `k`)
            (`s/m` is now `s_m`)
            (`s/log` is now `log`)
        "#]],
    );
}

#[test]
fn clusters_hold_clusters() {
    let outer = "\
cluster outer
  -- Scales twice.
  first = 3
  -- The first factor.
  imap from in to a.in
  -- The number.
  omap from b.out to out
  -- The product.
process a :: scale
  by[ro] = outer:first
process b :: scale
  by = 5
connect from a.out to b.in
";
    let others = [("scale.cluster", SCALE)];
    let before = input("outer.cluster", outer, &others);
    let inlined = check(
        &before,
        &Command::Inline { item: process("a") },
        expect![[r#"
            cluster outer
              -- Scales twice.
              first = 3
              -- The first factor.
              imap from in to m.factor1
                   to   log.number
              -- The number.
              omap from b.out to out
              -- The product.
            # The constant.
            process k :: const_number
              value[ro] = outer:first   # live

            process m :: multiplication

            process log :: print_number
              output = log.txt
            process b :: scale
              by = 5
            connect from m.product to b.in
            connect from k.number to m.factor2
            (`a/k` is now `k`)
            (`a/m` is now `m`)
            (`a/log` is now `log`)
        "#]],
    );
    let extracted = run(&inlined.unwrap(), &extract(&["k", "m", "log"], "again")).unwrap().0;
    expect![[r#"
        cluster outer
          -- Scales twice.
          first = 3
          -- The first factor.
          imap from in to again.factor1
               to   again.number
          -- The number.
          omap from b.out to out
          -- The product.
        process again :: again

        config again:k
          value[ro] = outer:first   # live

        process b :: scale
          by = 5
        connect from again.product to b.in
    "#]]
    .assert_eq(&extracted.text);
}

#[test]
fn connections_keep_their_comments() {
    let cluster = "\
cluster c
  -- Doubles.
  imap from in to m.factor1
  -- The number.
  omap from m.product to out
  -- The product.
process m :: multiplication
process k :: const_number

# Twice, and no more.
connect from k.number # the constant
        to   m.factor2 # the other factor

# Of nobody.
";
    let text = "\
process a :: numbers
process c :: c
process s :: sink
# In.
connect from a.number to c.in # in
# Out.
connect from c.out to s.sink # out
";
    let before = input("t.pipe", text, &[("c.cluster", cluster)]);
    let inlined = check(
        &before,
        &Command::Inline { item: process("c") },
        expect![[r#"
            process a :: numbers
            process m :: multiplication

            process k :: const_number
            process s :: sink
            # In.
            connect from a.number to m.factor1 # in
            # Out.
            connect from m.product to s.sink # out
            # Twice, and no more.
            connect from k.number # the constant
                    to   m.factor2 # the other factor
            (`c/m` is now `m`)
            (`c/k` is now `k`)
        "#]],
    );
    let extracted = run(&inlined.unwrap(), &extract(&["k", "m"], "again")).unwrap();
    expect![[r#"
        process a :: numbers
        process again :: again

        process s :: sink
        # In.
        connect from a.number to again.factor1 # in
        # Out.
        connect from again.product to s.sink # out
    "#]]
    .assert_eq(&extracted.0.text);
}

#[test]
fn a_macro_that_extracting_wrote_does_not_stand_in_the_way_back() {
    let text = "\
process a :: numbers
  end = 7
process b :: print_number
  output = $CONFIG{a:end}.txt
process c :: print_number
  output = $CONFIG{a:end}-c.txt
connect from a.number to b.number
connect from a.number to c.number
config _pipeline:_edge_by_conn:a
  up:number:capacity = 3
";
    let before = input("/flow.pipe", text, &[]);
    let after = check(
        &before,
        &extract(&["a", "b"], "g"),
        expect![[r#"
        process g :: g

        config g:a
          end = 7
        config g:b
          output = $CONFIG{g:a:end}.txt
        process c :: print_number
          output = $CONFIG{g:a:end}-c.txt
        connect from g.number to c.number
        config _pipeline:_edge_by_conn
          g/a:up:number:capacity = 3
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
    )
    .unwrap();
    let back = check(
        &after,
        &Command::Inline { item: process("g") },
        expect![[r#"
            process a :: numbers

            process b :: print_number

            config a
              end = 7
            config b
              output = $CONFIG{a:end}.txt
            process c :: print_number
              output = $CONFIG{a:end}-c.txt
            connect from a.number to c.number
            connect from a.number to b.number
            config _pipeline:_edge_by_conn
              a:up:number:capacity = 3
            (`g/a` is now `a`)
            (`g/b` is now `b`)
        "#]],
    )
    .unwrap();
    let lines = |input: &Input| flat::lines(&parse(input), str::to_owned).unwrap();
    assert_eq!(lines(&back), lines(&before));
}

const DOUBLE: &str = "\
cluster dbl
  -- Doubles.
  by = 2
  -- The factor.
  name = x
  -- Nobody's.
  imap from in to m.factor1
  -- The number.
  omap from m.product to out
  -- The product.
process k :: const_number
  value[ro] = dbl:by
  # value = 5
process m :: multiplication
connect from k.number to m.factor2
  # to another one
";

fn doubled(instance: &str) -> Input {
    let text = format!(
        "process a :: numbers\n{instance}process s :: sink\n\
         connect from a.number to d1.in\nconnect from d1.out to s.sink\n"
    );
    input("t.pipe", &text, &[("dbl.cluster", DOUBLE)])
}

#[test]
fn the_comments_of_an_instance_move_along_with_its_values() {
    check(
        &doubled("process d1 :: dbl\n  # because of noise\n  by = 3 # measured 2024\n"),
        &Command::Inline { item: process("d1") },
        expect![[r#"
            process a :: numbers
            process k :: const_number
              # because of noise
              value[ro] = 3 # measured 2024
              # value = 5

            process m :: multiplication
            process s :: sink
            connect from a.number to m.factor1
            connect from m.product to s.sink
            connect from k.number to m.factor2
              # to another one
            (`d1/k` is now `k`)
            (`d1/m` is now `m`)
        "#]],
    );
    // What has no place inside stands above.
    check(
        &doubled(
            "# Twice.\nprocess d1 # one\n  :: dbl # two\n  # of by\n  by = 1\n  by = 3\n  # of name\n\n  \
             # too\n  name = y # why\n  k:more = 4 # more\n  # by = 5\n# of s\n",
        ),
        &Command::Inline { item: process("d1") },
        expect![[r#"
            process a :: numbers
            # Twice.
            # one
            # two
            # of by
            # d1:by = 1
            # of name
            # too
            # d1:name = y  # why
            # by = 5
            process k :: const_number
              value[ro] = 3
              # value = 5
              more = 4 # more

            process m :: multiplication
            # of s
            process s :: sink
            connect from a.number to m.factor1
            connect from m.product to s.sink
            connect from k.number to m.factor2
              # to another one
            (`d1/k` is now `k`)
            (`d1/m` is now `m`)
        "#]],
    );
    check(
        &doubled(
            "process d1 :: dbl\n# of all\nconfig d1 # all\n  # of by\n  by = 4 # four\n  # none\n\n",
        ),
        &Command::Inline { item: process("d1") },
        expect![[r#"
            process a :: numbers
            # of all
            # all
            # none
            process k :: const_number
              # of by
              value[ro] = 4 # four
              # value = 5

            process m :: multiplication

            process s :: sink
            connect from a.number to m.factor1
            connect from m.product to s.sink
            connect from k.number to m.factor2
              # to another one
            (`d1/k` is now `k`)
            (`d1/m` is now `m`)
        "#]],
    );
}

#[test]
fn comments_below_go_in_and_out() {
    let text = "\
process a
  :: numbers
  start = 1
  # end = 100

process b :: print_number
  # output = out.txt
process c :: print_number
connect from a.number to b.number
  # inside
connect from a.number to c.number
  # outside
";
    let before = input("t.pipe", text, &[]);
    let inside = check(
        &before,
        &extract(&["a", "b"], "g"),
        expect![[r#"
        process g
          :: g

        process c :: print_number
        connect from g.number to c.number
          # outside
        === g.cluster
        cluster g
          -- Holds a, b.

          omap from a.number
               to   number
          -- The output number of a.

        process a
          :: numbers
          start = 1
          # end = 100

        process b :: print_number
          # output = out.txt

        connect from a.number to b.number
          # inside
        (`a` is now `g/a`)
        (`b` is now `g/b`)
    "#]],
    )
    .unwrap();
    check(
        &inside,
        &Command::Inline { item: process("g") },
        expect![[r#"
        process a
          :: numbers
          start = 1
          # end = 100

        process b :: print_number
          # output = out.txt

        process c :: print_number
        connect from a.number to c.number
          # outside
        connect from a.number to b.number
          # inside
        (`g/a` is now `a`)
        (`g/b` is now `b`)
    "#]],
    );
}

/// An open text that says something about the inside of an instance would be left with a dead key or connection.
#[test]
fn what_users_say_of_the_inside_is_not_left_behind() {
    let leaf = "cluster mu\n -- d\n omap from k.number to p\n -- o\nprocess k :: numbers\n";
    let user = |own: &str, inside: &str| {
        format!("process c :: {own}\n{inside}process s :: sink\nconnect from c.p to s.sink\n")
    };
    let extract = extract(&["k"], "inner");
    let sets = user("mu", " k:end = 7\n");
    check(
        &input("mu.cluster", leaf, &[("u.pipe", &sets)]),
        &extract,
        expect![[r#"
        refused: it would leave a fault in `u.pipe`, which uses this cluster: `mu` does not read the key `k:end`
    "#]],
    );
    let connects = user("mu", "") + "process z :: sink\nconnect from c/k.number to z.sink\n";
    check(
        &input("mu.cluster", leaf, &[("u.pipe", &connects)]),
        &extract,
        expect![[r#"
        refused: it would leave a fault in `u.pipe`, which uses this cluster: there is no process called `c/k`
    "#]],
    );
    let outer = "cluster o\n -- d\n omap from y.p to p\n -- o\nprocess y :: mu\n";
    let deep = user("o", " y:k:end = 7\n");
    let others = [("mu.cluster", leaf), ("u.pipe", &deep)];
    check(
        &input("o.cluster", outer, &others),
        &Command::Inline { item: process("y") },
        expect![[r#"
            refused: it would leave a fault in `u.pipe`, which uses this cluster: `o` does not read the key `y:k:end`
        "#]],
    );
    let plain = user("mu", "");
    check(
        &input("mu.cluster", leaf, &[("u.pipe", &plain)]),
        &extract,
        expect![[r#"
        cluster mu
         -- d
         omap from inner.number to p
         -- o
        process inner :: inner
        === inner.cluster
        cluster inner
          -- Holds k.

          omap from k.number
               to   number
          -- The output number of k.

        process k :: numbers
        (`k` is now `inner/k`)
    "#]],
    );
}

/// An open text that includes the edited one may name what gets another name in it.
#[test]
fn what_includers_say_of_the_processes_is_not_left_behind() {
    let cluster = "cluster inp\n -- d\n omap from k.number to image\n -- o\nprocess k :: numbers\n";
    let whole = "include parts.pipe\nprocess s :: sink\nconnect from inp.image to s.sink\n";
    let inline = Command::Inline { item: process("inp") };
    let parts = "process inp :: inp\n";
    let others = [("inp.cluster", cluster), ("main.pipe", whole)];
    check(
        &input("parts.pipe", parts, &others),
        &inline,
        expect![[r#"
        refused: it would leave a fault in `main.pipe`, which includes this file: there is no process called `inp`; move what names it there into this file first
    "#]],
    );
    let others = [
        ("inp.cluster", cluster),
        ("between.pipe", "include parts.pipe\n"),
        ("main.pipe", &whole.replace("parts", "between")),
    ];
    check(
        &input("parts.pipe", parts, &others),
        &inline,
        expect![[r#"
        refused: it would leave a fault in `main.pipe`, which includes this file: there is no process called `inp`; move what names it there into this file first
    "#]],
    );
    let plain = "process a :: numbers\nprocess b :: sink\nconnect from a.number to b.sink\n";
    let more = "include parts.pipe\nprocess s :: sink\nconnect from a.number to s.sink\n";
    let others = [("main.pipe", more)];
    check(
        &input("parts.pipe", plain, &others),
        &extract(&["a"], "group"),
        expect![[r#"
        refused: it would leave a fault in `main.pipe`, which includes this file: there is no process called `a`; move what names it there into this file first
    "#]],
    );
    // A setting in the text that includes it.
    let more = "include parts.pipe\nconfig a\n end = 7\n";
    let others = [("main.pipe", more)];
    check(
        &input("parts.pipe", plain, &others),
        &extract(&["a"], "group"),
        expect![[r#"
        refused: it would leave a fault in `main.pipe`, which includes this file: nothing here reads the section `a`; change that there first
    "#]],
    );
    // A cluster that includes it, and who uses that.
    let outer = "cluster o\n -- d\n omap from a.number to p\n -- o\ninclude parts.pipe\n";
    let others = [("o.cluster", outer)];
    check(
        &input("parts.pipe", plain, &others),
        &extract(&["a"], "group"),
        expect![[r#"
        refused: it would leave a fault in `o.cluster`, which includes this file: there is no process called `a`; move what names it there into this file first
    "#]],
    );
    let outer = outer.replace("a.number", "inner.number") + "process inner :: numbers\n";
    let user = "process c :: o\nprocess z :: sink\nconnect from c/a.number to z.sink\n";
    let others = [("o.cluster", outer.as_str()), ("u.pipe", user)];
    check(
        &input("parts.pipe", plain, &others),
        &extract(&["a"], "group"),
        expect![[r#"
        refused: it would leave a fault in `u.pipe`, which uses a cluster that includes this file: there is no process called `c/a`
    "#]],
    );
    // Another process of the text that includes it.
    let taken = "include parts.pipe\nprocess k :: numbers\n";
    let parts = "process inp :: inp\nprocess s :: sink\nconnect from inp.image to s.sink\n";
    let others = [("inp.cluster", cluster), ("main.pipe", taken)];
    check(
        &input("parts.pipe", parts, &others),
        &inline,
        expect![[r#"
            refused: it would leave a fault in `main.pipe`, which includes this file: another process is called `k`, too; change that there first
        "#]],
    );
    // What is said in the text itself goes along.
    let others =
        [("inp.cluster", cluster), ("main.pipe", "include parts.pipe\nprocess s :: sink\n")];
    let parts = "process inp :: inp\nconnect from inp.image to s.sink\n";
    check(
        &input("parts.pipe", parts, &others),
        &inline,
        expect![[r#"
        process k :: numbers
        connect from k.number to s.sink
        (`inp/k` is now `k`)
    "#]],
    );
    let parts = format!("{plain}connect from a.number to s.sink\n");
    check(
        &input("parts.pipe", &parts, &others),
        &extract(&["a"], "group"),
        expect![[r#"
        process group :: group
        process b :: sink
        connect from group.number to b.sink
        connect from group.number to s.sink
        === group.cluster
        cluster group
          -- Holds a.

          omap from a.number
               to   number
          -- The output number of a.

        process a :: numbers
        (`a` is now `group/a`)
    "#]],
    );
}

/// The program only puts the folder in front (sprokit.md#relative-paths), so a path stays relative where the
/// folder of the text is that of the cluster or around it.
#[test]
fn relative_paths_stay_so_where_that_is_the_same() {
    let cluster = SCALE.replace("  output = log.txt", "  relativepath output = log.txt");
    let text = "process a :: numbers\nprocess s :: scale\nprocess m :: sink\n\
                connect from a.number to s.in\nconnect from s.out to m.sink\n";
    let inlined = |path: &str, cluster_path: &str, real: Option<[&str; 2]>, more: &str| {
        let text = format!("{text}{more}");
        let mut input = input(path, &text, &[(cluster_path, &cluster)]);
        if let Some([own, of_cluster]) = real {
            let files = Arc::make_mut(&mut input.files);
            files.set_folder(path, own);
            files.set_folder(cluster_path, of_cluster);
        }
        match run(&input, &Command::Inline { item: process("s") }) {
            Ok((after, _)) => {
                let mut lines = after.text.lines().filter(|it| it.contains("output"));
                lines.next().map(|it| it.trim().to_owned()).unwrap()
            }
            Err(refusal) => format!("refused: {}", refusal.reason),
        }
    };
    let set = "config s:log\n relativepath output[ro] = other.txt\n";
    let res = [
        inlined("flow.pipe", "scale.cluster", None, ""),
        inlined("flow.pipe", "sub/scale.cluster", None, ""),
        inlined("/x/flow.pipe", "/x/sub/scale.cluster", None, ""),
        inlined("/flow.pipe", "/sub/scale.cluster", None, ""),
        inlined("x/flow.pipe", "sub/scale.cluster", None, ""),
        inlined("x/flow.pipe", "sub/scale.cluster", None, set),
        inlined("flow.pipe", "scale.cluster", Some(["/r", "/r"]), ""),
        inlined("flow.pipe", "sub/scale.cluster", Some(["/r", "/r/sub"]), ""),
        inlined("flow.pipe", "sub/scale.cluster", Some(["/r", "/rs/sub"]), ""),
        inlined("flow.pipe", "sub/scale.cluster", Some(["/", "/rs/sub"]), ""),
        inlined("x/flow.pipe", "sub/scale.cluster", Some(["/r/x", "/r/sub"]), ""),
    ];
    expect![[r#"
        relativepath output = log.txt
        relativepath output = sub/log.txt
        relativepath output = sub/log.txt
        relativepath output = sub/log.txt
        refused: `log.txt` is a path in the folder of the cluster, `../sub`, and it is not known here where that is
        relativepath output = other.txt
        relativepath output = log.txt
        relativepath output = sub/log.txt
        output = /rs/sub/log.txt
        relativepath output = rs/sub/log.txt
        output = /r/sub/log.txt
    "#]].assert_eq(&(res.join("\n") + "\n"));
}
