//! The fixes with what they make of a text.

use bobbin_testing::fixes::FixRow;

/// The fixes. A text that begins with `cluster` is a cluster's file.
pub const TABLE: &[FixRow] = &[
    // Statements.
    ("unknown-statement", "Change to `process`", "proces\na :: orphan\n", "process\na :: orphan\n"),
    ("unknown-statement", "Insert `process`", "a :: orphan\n", "process a :: orphan\n"),
    ("missing-type", "Insert `::`", "process a orphan # c\n", "process a :: orphan # c\n"),
    ("missing-type", "Change to `::`", "process a : orphan\n", "process a :: orphan\n"),
    (
        "incomplete-connection",
        "Insert `from`",
        "process a :: numbers\nprocess b :: sink\nconnect a.number to b.sink\n",
        "process a :: numbers\nprocess b :: sink\nconnect from a.number to b.sink\n",
    ),
    (
        "incomplete-connection",
        "Insert `to`",
        "process a :: numbers\nprocess b :: sink\nconnect from a.number b.sink\n",
        "process a :: numbers\nprocess b :: sink\nconnect from a.number to b.sink\n",
    ),
    (
        "incomplete-connection",
        "Change to `from`",
        "process a :: numbers\nprocess b :: sink\nconnect form a.number to b.sink\n",
        "process a :: numbers\nprocess b :: sink\nconnect from a.number to b.sink\n",
    ),
    ("section-header", "Change to `:`", "config a::b # c\n  k = 1\n", "config a:b # c\n  k = 1\n"),
    // Blanks that only look like one.
    (
        "syntax",
        "Change to a space",
        "process a :: numbers\nprocess b :: sink\n\u{a0} connect\u{a0}from a.number\u{3000}to b.sink # a\u{a0}b\n",
        "process a :: numbers\nprocess b :: sink\n  connect from a.number to b.sink # a\u{a0}b\n",
    ),
    ("syntax", "Change to `#`", "process a :: orphan // c\n", "process a :: orphan # c\n"),
    ("syntax", "Change to `#`", "process a :: orphan\n; c\n", "process a :: orphan\n# c\n"),
    ("syntax", "Change to `#`", "process a :: orphan ; c\n", "process a :: orphan # c\n"),
    ("syntax", "Remove the `;`", "process a :: orphan;\n", "process a :: orphan\n"),
    (
        "syntax",
        "Break the line",
        "process a :: numbers ; process b :: sink # c\nconnect from a.number to b.sink\n",
        "process a :: numbers\nprocess b :: sink # c\nconnect from a.number to b.sink\n",
    ),
    (
        "syntax",
        "Change to `.`",
        "process a :: numbers\nprocess b :: print_number\n  output = o\nconnect from a:number to b:number # c:d\n",
        "process a :: numbers\nprocess b :: print_number\n  output = o\nconnect from a.number to b.number # c:d\n",
    ),
    (
        "syntax",
        "Write `to`",
        "cluster c\n  -- d\nimap from x to m.factor1, m.factor2 # e\n  -- d\nomap from m.product to y\n  -- d\nprocess m :: multiplication\n",
        "cluster c\n  -- d\nimap from x to m.factor1 to m.factor2 # e\n  -- d\nomap from m.product to y\n  -- d\nprocess m :: multiplication\n",
    ),
    (
        "syntax",
        "Remove the `,`",
        "cluster c\n  -- d\nimap from x to m.factor1 to m.factor2 , # e\n  -- d\nomap from m.product to y\n  -- d\nprocess m :: multiplication\n",
        "cluster c\n  -- d\nimap from x to m.factor1 to m.factor2 # e\n  -- d\nomap from m.product to y\n  -- d\nprocess m :: multiplication\n",
    ),
    (
        "legacy-entry",
        "Remove the space",
        "process a :: orphan\n  : end 5\n",
        "process a :: orphan\n  :end 5\n",
    ),
    ("syntax", "Change to a space", "include\u{a0}other.pipe\n", "include other.pipe\n"),
    (
        "key-character",
        "Change to a space",
        "config a\n  k\u{a0}[ro]\u{a0}= \u{a0} x\u{a0}y\n",
        "config a\n  k [ro] =   x\u{a0}y\n",
    ),
    (
        "legacy-entry",
        "Change to a space",
        "config a\n  :k\u{a0} x\u{a0}y\n",
        "config a\n  :k  x\u{a0}y\n",
    ),
    (
        "section-header",
        "Change to a space",
        "config\u{a0}a\u{a0}\n  k = 1\n",
        "config a \n  k = 1\n",
    ),
    // Reserved words.
    (
        "reserved-word",
        "Rename to `process_`",
        "process process :: numbers\nprocess b :: sink\nconnect from process.number to b.sink\n\
         config process\n  end = 3\nconfig c\n  k = $CONFIG{process:end}\n",
        "process process_ :: numbers\nprocess b :: sink\nconnect from process_.number to b.sink\n\
         config process_\n  end = 3\nconfig c\n  k = $CONFIG{process_:end}\n",
    ),
    (
        "reserved-word",
        "Rename to `to_2`",
        "process to :: numbers\nprocess to_ :: sink\nconnect from to.number to to_.sink\n",
        "process to_2 :: numbers\nprocess to_ :: sink\nconnect from to_2.number to to_.sink\n",
    ),
    (
        "reserved-word",
        "Rename to `from_`",
        "config from # c\n  k = 1\nconfig a\n  l = $CONFIG{from:k}\n",
        "config from_ # c\n  k = 1\nconfig a\n  l = $CONFIG{from_:k}\n",
    ),
    (
        "reserved-word",
        "Write `to:x` as a block",
        "config a:to:x # c\n  k = 1 # d\nconfig b\n  l = $CONFIG{a:to:x:k}\n",
        "config a # c\n  block to:x\n  k = 1 # d\n  endblock\nconfig b\n  l = $CONFIG{a:to:x:k}\n",
    ),
    (
        "reserved-word",
        "Write `config` as a block",
        "config a\n  config:k[ro] = 1 # c\n  l = $CONFIG{a:config:k}\n",
        "config a\n  block config\n    k[ro] = 1 # c\n  endblock\n  l = $CONFIG{a:config:k}\n",
    ),
    (
        "reserved-key-part",
        "Write `config` as a block",
        "config a\n  :config:k 1\n",
        "config a\n  block config\n    :k 1\n  endblock\n",
    ),
    (
        "reserved-word",
        "Rename to `to_`",
        "config a\n  to = 1 # c\n  l = $CONFIG{a:to}\n",
        "config a\n  to_ = 1 # c\n  l = $CONFIG{a:to_}\n",
    ),
    (
        "reserved-word",
        "Write `relativepath` before the key",
        "config a\n  k[relativepath] = 1 # c\n",
        "config a\n  relativepath k = 1 # c\n",
    ),
    (
        "reserved-word",
        "Write `relativepath` before the key",
        "config a\n  k[ro, relativepath] = 1 # c\n",
        "config a\n  relativepath k[ro] = 1 # c\n",
    ),
    (
        "reserved-word",
        "Rename to `cluster_`",
        "cluster cluster\n -- d\n x = 1\n -- d\n omap from k.number to o\n -- d\nprocess k :: const_number\n  value[ro] = cluster:x\n",
        "cluster cluster_\n -- d\n x = 1\n -- d\n omap from k.number to o\n -- d\nprocess k :: const_number\n  value[ro] = cluster_:x\n",
    ),
    (
        "reserved-word",
        "Rename to `block_`",
        "cluster c\n -- d\n imap from block/in to k.sink # c\n -- d\nprocess k :: sink\n",
        "cluster c\n -- d\n imap from block_/in to k.sink # c\n -- d\nprocess k :: sink\n",
    ),
    (
        "reserved-key-part",
        "Write `path:to` as a block",
        "process a :: orphan\n  path:to:key = v # c\n",
        "process a :: orphan\n  block path:to\n    key = v # c\n  endblock\n",
    ),
    (
        "reserved-key-part",
        "Rename to `to_`",
        "config a\n  path:to = v\n  l = $CONFIG{a:path:to}\n",
        "config a\n  path:to_ = v\n  l = $CONFIG{a:path:to_}\n",
    ),
    // Entries.
    ("missing-assignment", "Insert `=`", "config a\n  k 1 # c\n", "config a\n  k = 1 # c\n"),
    (
        "missing-assignment",
        "Change to `process`",
        "config a\n  k = 1\nproces b :: orphan\n",
        "config a\n  k = 1\nprocess b :: orphan\n",
    ),
    (
        "append-operator",
        "Change to `=` with the value so far",
        "config a\n  k = 1\n  k += 2 # c\n",
        "config a\n  k = 1\n  k = $CONFIG{a:k}2 # c\n",
    ),
    ("append-operator", "Change to `=`", "config a\n  k += 2 # c\n", "config a\n  k = 2 # c\n"),
    ("key-character", "Change to `:`", "config a\n  k::l = 1\n", "config a\n  k:l = 1\n"),
    ("legacy-entry", "Remove the `:`", "config a\n  :k=1 # c\n", "config a\n  k=1 # c\n"),
    ("legacy-entry", "Remove the `:`", "process a :: orphan:k=1\n", "process a :: orphan k=1\n"),
    ("legacy-entry", "Change `=` to a space", "config a\n  :k=1\n", "config a\n  :k 1\n"),
    (
        "legacy-assignment",
        "Remove the `:` before the key",
        "config a\n  :k = 1\n",
        "config a\n  k = 1\n",
    ),
    (
        "legacy-assignment",
        "Remove the `:` before the key",
        "process s :: print_number:output = out.txt\n",
        "process s :: print_number output = out.txt\n",
    ),
    // With a blank behind it, `include` would include a file.
    (
        "legacy-assignment",
        "Remove the `:` before the key",
        "config a\n  :include = 1\n",
        "config a\n  include= 1\n",
    ),
    (
        "bad-flag-list",
        "Remove the brackets",
        "config a\n  include[] = 1\n",
        "config a\n  include= 1\n",
    ),
    (
        "bad-flag-list",
        "Remove the brackets",
        "config a\n  k:include[] = 1\n",
        "config a\n  k:include = 1\n",
    ),
    (
        "absolute-relativepath",
        "Remove `relativepath`",
        "config a\n  relativepath include = /x\n",
        "config a\n  include= /x\n",
    ),
    (
        "absolute-relativepath",
        "Remove `relativepath`",
        "config a\n  include[RelativePath] = /x\n",
        "config a\n  include= /x\n",
    ),
    (
        "read-only-override",
        "Make the first one writable",
        "config a\n  include[ro] = 1\n  include= 2\n",
        "config a\n  include= 1\n  include= 2\n",
    ),
    ("flag-list", "Keep `ro` only", "config a\n  k[ro, tunable] = 1\n", "config a\n  k[ro] = 1\n"),
    (
        "flag-list",
        "Keep `tunable` only",
        "config a\n  k[ro, tunable] = 1\n",
        "config a\n  k[tunable] = 1\n",
    ),
    ("bad-flag-list", "Remove the brackets", "config a\n  k[] = 1\n", "config a\n  k = 1\n"),
    ("unknown-flag", "Change to `ro`", "config a\n  k[r0] = 1\n", "config a\n  k[ro] = 1\n"),
    ("unknown-flag", "Change to `ro`", "config a\n  k[readonly] = 1\n", "config a\n  k[ro] = 1\n"),
    ("unknown-flag", "Change to `ro`", "config a\n  k[Read-Only] = 1\n", "config a\n  k[ro] = 1\n"),
    ("unknown-flag", "Change to `ro`", "config a\n  k[const] = 1\n", "config a\n  k[ro] = 1\n"),
    (
        "dangling-relativepath",
        "Remove `relativepath`",
        "config a\n  k = 1\n  relativepath\nprocess a :: orphan\n",
        "config a\n  k = 1\nprocess a :: orphan\n",
    ),
    (
        "misplaced-relativepath",
        "Remove `relativepath`",
        "config a\n  relativepath relativepath k = 1\n",
        "config a\n  relativepath k = 1\n",
    ),
    (
        "absolute-relativepath",
        "Remove `relativepath`",
        "config a\n  relativepath k = /b # c\n",
        "config a\n  k = /b # c\n",
    ),
    (
        "absolute-relativepath",
        "Remove `relativepath`",
        "config a\n  k[RelativePath] = /b # c\n",
        "config a\n  k = /b # c\n",
    ),
    // Blocks.
    (
        "unclosed-block",
        "Add `endblock`",
        "config a\n  block b\n    k = 1 # c\n\nprocess a :: orphan\n",
        "config a\n  block b\n    k = 1 # c\n  endblock\n\nprocess a :: orphan\n",
    ),
    (
        "unclosed-block",
        "Add `endblock`",
        "config a\n  block b\n    block c\n      k = 1\n",
        "config a\n  block b\n    block c\n      k = 1\n    endblock\n  endblock\n",
    ),
    (
        "unmatched-endblock",
        "Remove `endblock`",
        "config a\n  k = 1\n  # c\n  endblock\n  l = 2\n",
        "config a\n  k = 1\n  # c\n  l = 2\n",
    ),
    (
        "unmatched-endblock",
        "Remove `endblock`",
        "config a\n  k = 1\n  endblock b # c\n",
        "config a\n  k = 1\n  # c\n",
    ),
    (
        "ignored-text",
        "Make it a comment",
        "config a\n  block b\n  endblock k = 1\n",
        "config a\n  block b\n  endblock # k = 1\n",
    ),
    // Files.
    ("byte-order-mark", "Remove it", "\u{feff}process a :: orphan\r\n", "process a :: orphan\r\n"),
    ("include-name", "Remove the quotes", "include \"a.pipe\" # c\n", "include a.pipe # c\n"),
    (
        "include-cycle",
        "Remove the include",
        "# a\n  !include t.pipe # c\nprocess a :: orphan\n",
        "# a\n  # c\nprocess a :: orphan\n",
    ),
    (
        "read-only-override",
        "Remove the key",
        "config a\n  k[ro] = 1 # c\n  k = 2 # d\n  l = $CONFIG{a:k}\n",
        "config a\n  k[ro] = 1 # c\n  l = $CONFIG{a:k}\n",
    ),
    (
        "read-only-override",
        "Make the first one writable",
        "config a\n  k[ro] = 1 # c\n  k = 2 # d\n",
        "config a\n  k = 1 # c\n  k = 2 # d\n",
    ),
    // A key of a cluster goes with its description, and comments stay.
    (
        "overwritten-key",
        "Remove the key",
        "cluster k\n -- Gives.\n _type = x\n -- What it is.\n -- Not much.\n omap from k.number to o\n -- d\nprocess k :: const_number\n",
        "cluster k\n -- Gives.\n omap from k.number to o\n -- d\nprocess k :: const_number\n",
    ),
    (
        "overwritten-key",
        "Remove the key",
        "cluster k\n -- Gives.\n # a\n _type = x # b\n # c\n -- What it is. # d\n -- Not much.\n omap from k.number to o\n -- d\nprocess k :: const_number\n",
        "cluster k\n -- Gives.\n # a\n # b\n # c\n # d\n omap from k.number to o\n -- d\nprocess k :: const_number\n",
    ),
    (
        "read-only-builtin",
        "Remove the key",
        "cluster k\n -- Gives.\n relativepath _type[ro] = x\n -- What it is.\n omap from k.number to o\n -- d\nprocess k :: const_number\n",
        "cluster k\n -- Gives.\n omap from k.number to o\n -- d\nprocess k :: const_number\n",
    ),
    (
        "read-only-builtin",
        "Remove the key",
        "cluster k\n -- Gives.\n relativepath # c\n _type[ro] = x # d\n -- What.\n omap from k.number to o\n -- d\nprocess k :: const_number\n",
        "cluster k\n -- Gives.\n # c\n # d\n omap from k.number to o\n -- d\nprocess k :: const_number\n",
    ),
    (
        "overwritten-key",
        "Remove the key",
        "cluster k\n -- Gives.\n _type # c\n = x # d\n -- What.\n omap from k.number to o\n -- d\nprocess k :: const_number\n",
        "cluster k\n -- Gives.\n # c\n # d\n omap from k.number to o\n -- d\nprocess k :: const_number\n",
    ),
    (
        "read-only-override",
        "Remove the key",
        "cluster k\n -- Gives.\n value[ro] = 1\n -- a\n value = 2\n -- b\n omap from k.number to o\n -- d\nprocess k :: const_number\n",
        "cluster k\n -- Gives.\n value[ro] = 1\n -- a\n omap from k.number to o\n -- d\nprocess k :: const_number\n",
    ),
    (
        "instance-override",
        "Remove the key",
        "cluster c\n  -- d\n  k:value = 3 # a\n  -- e\nomap from k.number to y\n  -- d\nprocess k :: const_number\n  value[ro] = 5\n",
        "cluster c\n  -- d\n  # a\nomap from k.number to y\n  -- d\nprocess k :: const_number\n  value[ro] = 5\n",
    ),
    (
        "input-mapped-twice",
        "Remove this mapping",
        "cluster c\n -- d\n imap from i to k.sink\n -- d\n imap from j to k.sink # c\n -- e\nprocess k :: sink\n",
        "cluster c\n -- d\n imap from i to k.sink\n -- d\nprocess k :: sink\n",
    ),
    (
        "mapped-and-connected",
        "Remove this connection",
        "cluster c\n -- d\n imap from i to k.sink\n -- d\nprocess k :: sink\nprocess l :: sink\nprocess n :: numbers\nconnect from n.number to l.sink\nconnect from n.number to k.sink\n",
        "cluster c\n -- d\n imap from i to k.sink\n -- d\nprocess k :: sink\nprocess l :: sink\nprocess n :: numbers\nconnect from n.number to l.sink\n",
    ),
    // Descriptions.
    (
        "stray-description",
        "Make it a comment",
        "process a :: orphan\n-- what it does\n",
        "process a :: orphan\n# -- what it does\n",
    ),
    (
        "missing-description",
        "Add a description",
        "cluster c\n -- d\n omap from k.number to o # c\nprocess k :: const_number\n",
        "cluster c\n -- d\n omap from k.number to o # c\n -- (to be described)\nprocess k :: const_number\n",
    ),
    (
        "missing-description",
        "Add a description",
        "cluster c\n omap from k.number to o\n -- d\nprocess k :: const_number\n",
        "cluster c\n  -- (to be described)\n omap from k.number to o\n -- d\nprocess k :: const_number\n",
    ),
    (
        "missing-description",
        "Add a description",
        "cluster c\n -- d\n x = 1 # c\n omap from k.number to o\n -- d\nprocess k :: const_number\n",
        "cluster c\n -- d\n x = 1 # c\n -- (to be described)\n omap from k.number to o\n -- d\nprocess k :: const_number\n",
    ),
    // Macros.
    (
        "macro-unresolved",
        "Change to `CONFIG`",
        "config a\n  k = 1\n  l = x$CONFG{a:k}y\n",
        "config a\n  k = 1\n  l = x$CONFIG{a:k}y\n",
    ),
    (
        "macro-unresolved",
        "Change to `a:long`",
        "config a\n  long = 1\n  l = x$CONFIG{a:logn}y # c\n",
        "config a\n  long = 1\n  l = x$CONFIG{a:long}y # c\n",
    ),
    (
        "macro-unresolved",
        "Change to `HOME`",
        "config a\n  l = $ENV{HOEM}\n",
        "config a\n  l = $ENV{HOME}\n",
    ),
    (
        "macro-unresolved",
        "Change to `homedir`",
        "config a\n  l = $SYSENV{homdir}\n",
        "config a\n  l = $SYSENV{homedir}\n",
    ),
    (
        "macro-unresolved",
        "Change to `b:m`",
        "config a\n  block b\n    m := 1\n  endblock\n  l = x$LOCAL{m}y # c\n",
        "config a\n  block b\n    m := 1\n  endblock\n  l = x$LOCAL{b:m}y # c\n",
    ),
    (
        "literal-macro",
        "Change to `$ENV{HOME}`",
        "process a :: orphan\n  k = x${HOME}y # c\n",
        "process a :: orphan\n  k = x$ENV{HOME}y # c\n",
    ),
    // Keys and values.
    (
        "unknown-key",
        "Change to `start`",
        "process a :: numbers\n  strat = 1 # c\nprocess b :: sink\nconnect from a.number to b.sink\n",
        "process a :: numbers\n  start = 1 # c\nprocess b :: sink\nconnect from a.number to b.sink\n",
    ),
    (
        "unknown-key",
        "Remove the key",
        "process a :: numbers\n  # of old\n  colour = red # c\n  start = 1\nprocess b :: sink\nconnect from a.number to b.sink\n",
        "process a :: numbers\n  start = 1\nprocess b :: sink\nconnect from a.number to b.sink\n",
    ),
    (
        "overwritten-key",
        "Remove the key",
        "process a :: orphan\n  _name = b\n  k = 1\n",
        "process a :: orphan\n  k = 1\n",
    ),
    (
        "read-only-builtin",
        "Remove the key",
        "process a :: orphan\n  _type[ro] = b\n",
        "process a :: orphan\n",
    ),
    (
        "bad-capacity",
        "Change to `5`",
        "config _pipeline:_edge\n  capacity = 5x # c\n",
        "config _pipeline:_edge\n  capacity = 5 # c\n",
    ),
    (
        "partial-number",
        "Change to `3`",
        "process a :: const_number\n  value = 3.5\nprocess b :: sink\nconnect from a.number to b.sink\n",
        "process a :: const_number\n  value = 3\nprocess b :: sink\nconnect from a.number to b.sink\n",
    ),
    (
        "unknown-scheduler",
        "Change to `sync`",
        "config _scheduler\n  type = snyc\n",
        "config _scheduler\n  type = sync\n",
    ),
    (
        "unknown-instrumentation",
        "Change to `logger`",
        "process a :: orphan\n  _instrumentation:type = loger\n",
        "process a :: orphan\n  _instrumentation:type = logger\n",
    ),
    (
        "unused-section",
        "Remove the section",
        "process a :: orphan\n\nconfig b\n  k = 1\n\nconfig a\n  k = 1\n",
        "process a :: orphan\n\nconfig a\n  k = 1\n",
    ),
    // The graph.
    (
        "unknown-process-type",
        "Change to `orphan`",
        "process a :: orhpan\n",
        "process a :: orphan\n",
    ),
    (
        "unknown-process",
        "Change to `beta`",
        "process a :: numbers\nprocess beta :: sink\nconnect from a.number to beat.sink\n",
        "process a :: numbers\nprocess beta :: sink\nconnect from a.number to beta.sink\n",
    ),
    (
        "unknown-port",
        "Change to `number`",
        "process a :: numbers\nprocess b :: sink\nconnect from a.nubmer to b.sink\n",
        "process a :: numbers\nprocess b :: sink\nconnect from a.number to b.sink\n",
    ),
    (
        "unknown-cluster-port",
        "Change to `factor`",
        "process a :: numbers\nprocess m :: multiplier_cluster\n  factor = 2\nprocess b :: sink\n\
         connect from a.number to m.facto\nconnect from m.product to b.sink\n",
        "process a :: numbers\nprocess m :: multiplier_cluster\n  factor = 2\nprocess b :: sink\n\
         connect from a.number to m.factor\nconnect from m.product to b.sink\n",
    ),
    (
        "unknown-cluster-port",
        "Swap the ends",
        "process a :: numbers\nprocess m :: multiplier_cluster\n  factor = 2\nprocess b :: sink\n\
         connect from a.number to m.factor\nconnect from b.sink to m.product # c\n",
        "process a :: numbers\nprocess m :: multiplier_cluster\n  factor = 2\nprocess b :: sink\n\
         connect from a.number to m.factor\nconnect from m.product to b.sink # c\n",
    ),
    (
        "swapped-direction",
        "Swap the ends",
        "process a :: numbers\nprocess b :: sink\nconnect from b.sink\n  to a.number\n",
        "process a :: numbers\nprocess b :: sink\nconnect from a.number\n  to b.sink\n",
    ),
    (
        "input-connected-twice",
        "Remove this connection",
        "process a :: numbers\nprocess b :: sink\nconnect from a.number to b.sink\nconnect from a.number\n  to b.sink\n",
        "process a :: numbers\nprocess b :: sink\nconnect from a.number to b.sink\n",
    ),
    (
        "duplicate-process",
        "Rename to `a2`",
        "process a :: numbers\nprocess a :: sink # c\nconnect from a.number to a.sink\n",
        "process a :: numbers\nprocess a2 :: sink # c\nconnect from a.number to a2.sink\n",
    ),
    (
        "duplicate-process",
        "Rename to `p3`",
        "process p2 :: numbers\nprocess p2 :: any_source\nprocess m :: multiplication\nprocess s :: sink\n\
         connect from p2.number to m.factor1\nconnect from p2.data to m.factor2\nconnect from m.product to s.sink\n",
        "process p2 :: numbers\nprocess p3 :: any_source\nprocess m :: multiplication\nprocess s :: sink\n\
         connect from p2.number to m.factor1\nconnect from p3.data to m.factor2\nconnect from m.product to s.sink\n",
    ),
    (
        "required-port-unconnected",
        "Connect `n.number` to `m.factor2`",
        "process n :: numbers\nprocess m :: multiplication\nprocess s :: sink\n\
         connect from n.number to m.factor1\nconnect from m.product to s.sink # c\n",
        "process n :: numbers\nprocess m :: multiplication\nprocess s :: sink\n\
         connect from n.number to m.factor1\nconnect from m.product to s.sink # c\nconnect from n.number to m.factor2\n",
    ),
    (
        "required-port-unconnected",
        "Connect `m.product` to `m2.factor2`",
        "process n :: numbers\nprocess m :: multiplication\nprocess m2 :: multiplication\nprocess s :: sink\n\
         connect from n.number to m.factor1\nconnect from n.number to m.factor2\n\
         connect from n.number to m2.factor1\nconnect from m2.product to s.sink\n",
        "process n :: numbers\nprocess m :: multiplication\nprocess m2 :: multiplication\nprocess s :: sink\n\
         connect from n.number to m.factor1\nconnect from n.number to m.factor2\n\
         connect from n.number to m2.factor1\nconnect from m2.product to s.sink\nconnect from m.product to m2.factor2\n",
    ),
    (
        "inner-port-unconnected",
        "Make it the output `number` of the cluster",
        "cluster c\n -- d\n omap from k.number to o\n -- d\nprocess k :: const_number\nprocess l :: const_number\n",
        "cluster c\n -- d\n omap from k.number to o\n -- d\n\n omap from l.number\n      to   number\n -- (to be described)\n\
         process k :: const_number\nprocess l :: const_number\n",
    ),
    (
        "inner-port-unconnected",
        "Connect `k.number` to `l.sink`",
        "cluster c\n -- d\n omap from k.number to o\n -- d\nprocess k :: const_number # c\nprocess l :: sink\n",
        "cluster c\n -- d\n omap from k.number to o\n -- d\nprocess k :: const_number # c\nprocess l :: sink\n\nconnect from k.number\n        to   l.sink\n",
    ),
    (
        "orphaned-processes",
        "Remove `o`",
        "process a :: numbers\nprocess s :: sink\nconnect from a.number to s.sink\n\n# c\nprocess o :: orphan\n  k = 1\n",
        "process a :: numbers\nprocess s :: sink\nconnect from a.number to s.sink\n",
    ),
    (
        "orphaned-processes",
        "Connect `a.number` to `o.number`",
        "process a :: numbers\nprocess s :: sink\nconnect from a.number to s.sink # c\nprocess o :: print_number\n",
        "process a :: numbers\nprocess s :: sink\nconnect from a.number to s.sink # c\nconnect from a.number to o.number\nprocess o :: print_number\n",
    ),
    // Clusters.
    (
        "cluster-duplicate-output",
        "Rename to `o2`",
        "cluster c\n -- d\n omap from k.number to o\n -- d\n omap from l.number to o # c\n -- d\nprocess k :: const_number\nprocess l :: const_number\n",
        "cluster c\n -- d\n omap from k.number to o\n -- d\n omap from l.number to o2 # c\n -- d\nprocess k :: const_number\nprocess l :: const_number\n",
    ),
    (
        "cluster-duplicate-input",
        "Rename to `i2`",
        "cluster c\n -- d\n imap from i to k.sink\n -- d\n imap from i to l.sink # c\n -- d\nprocess k :: sink\nprocess l :: sink\n",
        "cluster c\n -- d\n imap from i to k.sink\n -- d\n imap from i2 to l.sink # c\n -- d\nprocess k :: sink\nprocess l :: sink\n",
    ),
    (
        "frozen-cluster-key",
        "Make it follow the key of the instance",
        "cluster c\n -- d\n x = 1\n -- d\n omap from k.number to o\n -- d\nprocess k :: const_number\n  value = $CONFIG{c:x}\n",
        "cluster c\n -- d\n x = 1\n -- d\n omap from k.number to o\n -- d\nprocess k :: const_number\n  value[ro] = c:x\n",
    ),
    (
        "frozen-cluster-key",
        "Make it follow the key of the instance",
        "cluster c\n -- d\n x = 1\n -- d\n omap from k.number to o\n -- d\nprocess k :: const_number\n  value[ro] = $CONFIG{c:x}\n",
        "cluster c\n -- d\n x = 1\n -- d\n omap from k.number to o\n -- d\nprocess k :: const_number\n  value[ro] = c:x\n",
    ),
    (
        "algorithm-key",
        "Change to `image_reader:type`",
        "process f :: frame_list_input\n  image_reader = ocv # c\n",
        "process f :: frame_list_input\n  image_reader:type = ocv # c\n",
    ),
    (
        "algorithm-key",
        "Change to `detector:type`",
        "process d :: image_object_detector\n  detector:typ = ocv # c\n",
        "process d :: image_object_detector\n  detector:type = ocv # c\n",
    ),
    (
        "capital-flag",
        "Change to `tunable`",
        "cluster c\n -- d\n x[Tunable] = 1\n -- d\n omap from k.number to o\n -- d\nprocess k :: const_number\n",
        "cluster c\n -- d\n x[tunable] = 1\n -- d\n omap from k.number to o\n -- d\nprocess k :: const_number\n",
    ),
    (
        "unmapped-cluster-key",
        "Add `[ro]`",
        "cluster c\n -- d\n x = 1\n -- d\n imap from i to k.number\n -- d\nprocess k :: print_number\n  output = c:x # c\n",
        "cluster c\n -- d\n x = 1\n -- d\n imap from i to k.number\n -- d\nprocess k :: print_number\n  output[ro] = c:x # c\n",
    ),
    (
        "unknown-cluster-key",
        "Change to `c:factor`",
        "cluster c\n -- d\n factor = 1\n -- d\n omap from k.number to o\n -- d\nprocess k :: const_number\n  value[ro] = c:facotr # c\n",
        "cluster c\n -- d\n factor = 1\n -- d\n omap from k.number to o\n -- d\nprocess k :: const_number\n  value[ro] = c:factor # c\n",
    ),
    // Settings, definitions and includes without effect.
    ("lost-character", "Insert a space", "config a\n  m:=abc # c\n", "config a\n  m:= abc # c\n"),
    (
        "lost-character",
        "Insert a space",
        "cluster c\n  --text\n  omap from k.number to out\n  -- d\nprocess k :: const_number\n",
        "cluster c\n  -- text\n  omap from k.number to out\n  -- d\nprocess k :: const_number\n",
    ),
    ("empty-definition", "Write `=` instead", "config a\n  m := # c\n", "config a\n  m = # c\n"),
    // Settings of the pipeline.
    (
        "ignored-setting",
        "Change to `capacity`",
        "config _pipeline:_edge\n  capacty = 4 # c\n",
        "config _pipeline:_edge\n  capacity = 4 # c\n",
    ),
    (
        "ignored-setting",
        "Remove the key",
        "config _pipeline:_edge\n  capacity = 4\n  _dependency = true\n",
        "config _pipeline:_edge\n  capacity = 4\n",
    ),
    (
        "ignored-setting",
        "Add `:capacity`",
        "process a :: numbers\nprocess b :: sink\nconnect from a.number to b.sink\n\
         config _pipeline:_edge_by_conn\n  b:down:sink = 4\n",
        "process a :: numbers\nprocess b :: sink\nconnect from a.number to b.sink\n\
         config _pipeline:_edge_by_conn\n  b:down:sink:capacity = 4\n",
    ),
    (
        "bad-blocking",
        "Change to `true`",
        "config _pipeline:_edge\n  blocking = maybe # c\n",
        "config _pipeline:_edge\n  blocking = true # c\n",
    ),
    // Includes.
    (
        "include-not-open",
        "Change to `other.pipe`, which is open",
        "include sub/other.pipe # c\n",
        "include other.pipe # c\n",
    ),
    (
        "absolute-include-not-open",
        "Change to `other.pipe`, which is open",
        "include /usr/share/other.pipe\n",
        "include other.pipe\n",
    ),
    (
        "unknown-key",
        "Remove the key",
        "process a :: numbers\n  relativepath nothing = x\n  end = 1\nprocess b :: sink\nconnect from a.number to b.sink\n",
        "process a :: numbers\n  end = 1\nprocess b :: sink\nconnect from a.number to b.sink\n",
    ),
    (
        "inner-port-unconnected",
        "Make it the input `sink` of the cluster",
        "cluster c\n -- d\n imap from i to k.sink\n -- d\nprocess k :: sink\nprocess l :: sink\n",
        "cluster c\n -- d\n imap from i to k.sink\n -- d\n\n imap from sink\n      to   l.sink\n -- (to be described)\nprocess k :: sink\nprocess l :: sink\n",
    ),
    (
        "unknown-statement",
        "Change to `block`",
        "config a\n  b lock b # c\n    k = 1\n  endblock\n",
        "config a\n  block b # c\n    k = 1\n  endblock\n",
    ),
    (
        "unused-section",
        "Change to `_pipeline`",
        "process a :: orphan\n\nconfig _pipline:_edge # c\n  capacity = 5\n",
        "process a :: orphan\n\nconfig _pipeline:_edge # c\n  capacity = 5\n",
    ),
    (
        "incomplete-connection",
        "Change to `to`",
        "process a :: numbers\nprocess b :: sink\nconnect from a.number ot b.sink # c\n",
        "process a :: numbers\nprocess b :: sink\nconnect from a.number to b.sink # c\n",
    ),
];
