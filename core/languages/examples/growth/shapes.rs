//! Texts of any length, of the kinds that make files long: for each language several shapes, because
//! what grows faster than the text mostly does so in one of them alone.

use std::fmt::Write as _;

use super::texts;

/// A kind of long text.
pub struct Shape {
    /// The language's name.
    pub language: &'static str,
    /// A description for the table.
    pub about: &'static str,
    /// Makes a text from a number of parts.
    make: fn(usize) -> String,
}

impl Shape {
    /// Returns a text of about this many bytes.
    pub fn text(&self, n_bytes: usize) -> String {
        let mut n_parts = 4;
        loop {
            let text = (self.make)(n_parts);
            if text.len() * 20 >= n_bytes * 19 {
                return text;
            }
            n_parts = (n_parts + 1).max(n_parts * n_bytes / text.len().max(n_bytes / 50));
        }
    }
}

/// Returns all shapes, the most usual one of each language first.
pub fn shapes() -> Vec<Shape> {
    let shape = |language, about, make| Shape { language, about, make };
    vec![
        shape("sprokit", "many processes", texts::pipeline),
        shape("sprokit", "many keys in one process", keys),
        shape("sprokit", "many connections", connections),
        shape("sprokit", "one output to many inputs", fan),
        shape("sprokit", "sections and nested blocks", blocks),
        shape("sprokit", "macros and relative paths", macros),
        shape("sprokit", "a mistake in every process", mistaken_pipeline),
        shape("sprokit", "lines that do not parse", junk),
        shape("pinsight", "many regions", |n| texts::trace(n, texts::FULL)),
        shape("pinsight", "one region many times", same_region),
        shape("pinsight", "many units", units),
        shape("pinsight", "many keys in one section", events),
        shape("pinsight", "the seed dialect", seed),
        shape("pinsight", "a mistake in every section", mistaken_trace),
        shape("pinsight", "lines that do not parse", junk),
        shape("coil-hardware", "many units", texts::hardware),
        shape("coil-hardware", "many resources of one unit", resources),
        shape("coil-hardware", "many ABIs with mappings", abis),
        shape("coil-hardware", "a mistake in every unit", mistaken_hardware),
        shape("coil-hardware", "lines that do not parse", junk),
        shape("coil-target", "many sections", vendors),
        shape("coil-target", "many keys in one section", vendor_keys),
        shape("coil-target", "long lists", lists),
        shape("coil-target", "one section many times", same_section),
        shape("coil-target", "a mistake in every section", mistaken_target),
        shape("coil-target", "lines that do not parse", junk),
    ]
}

/// Joins `head` and `n` parts.
fn joined(head: &str, n: usize, part: impl Fn(&mut String, usize) -> std::fmt::Result) -> String {
    let mut res = head.to_owned();
    for at in 0..n {
        // Writing to a string cannot fail.
        let _ = part(&mut res, at);
    }
    res
}

fn keys(n: usize) -> String {
    let head = "process filter\n  :: image_filter\n  filter:type = vxl\n";
    joined(head, n, |text, at| {
        writeln!(text, "  filter:vxl:stage_{at}:threshold = 0.{at}  # tuned by hand")
    })
}

fn connections(n: usize) -> String {
    let n_processes = n / 4 + 1;
    let text = joined("", n_processes, |text, at| writeln!(text, "process p{at} :: flow_node"));
    joined(&text, n, |text, at| {
        let (from, to) = (at % n_processes, (at * 7 + 1) % n_processes);
        writeln!(text, "connect from p{from}.out_{at}\n        to   p{to}.in_{at}")
    })
}

fn fan(n: usize) -> String {
    joined("process input\n  :: video_input\n", n, |text, at| {
        writeln!(
            text,
            "\nprocess view_{at}\n  :: image_viewer\n  title = View {at}\n\
             connect from input.image to view_{at}.image"
        )
    })
}

fn blocks(n: usize) -> String {
    joined("", n, |text, at| {
        writeln!(
            text,
            "config global_{at}\n  block stage:one\n    block inner\n      size = {at}\n      \
             name := n{at}\n    endblock\n    path = /data/{at}\n  endblock\n"
        )
    })
}

fn macros(n: usize) -> String {
    joined("config global\n  root = /data\n", n, |text, at| {
        writeln!(
            text,
            "  dir_{at} = $CONFIG{{global:root}}/run_{at}\n  host_{at} = $ENV{{HOME}}/$LOCAL{{x}}\n  \
             relativepath file_{at} = models/{at}.bin\n  model_{at} = $CONFIG{{global:dir_{at}}}/m"
        )
    })
}

fn mistaken_pipeline(n: usize) -> String {
    joined("", n, |text, at| {
        writeln!(
            text,
            "process p{at}\n  :: image_viewer\n  annotate_image = perhaps\n  pause_tme = {at}\n\
             connect from p{at}.image to nowhere_{at}.image\n"
        )
    })
}

fn junk(n: usize) -> String {
    joined("", n, |text, at| writeln!(text, "this line {at} is {{ not one of the language"))
}

fn same_region(n: usize) -> String {
    joined("[OpenMP.default]\n    trace_mode = TRACING\n", n, |text, at| {
        writeln!(
            text,
            "\n[Lexgion(main)] : OpenMP.default\n    trace_starts_at = {at}\n    \
             max_num_traces = 50\n    OpenMP.omp_task_create = on"
        )
    })
}

fn units(n: usize) -> String {
    joined("[OpenMP.default]\nOpenMP.thread = 0-1023\n", n, |text, at| {
        let (low, rank) = (at * 7 % 1000, at * 13 % 1000);
        writeln!(
            text,
            "[OpenMP.thread({low}-{}, {})] : OpenMP.default : MPI.rank({rank})\n    \
             OpenMP.omp_task_create = on",
            low + 3,
            (low + 500) % 1000
        )
    })
}

fn events(n: usize) -> String {
    const NAMES: [&str; 4] = ["task_create", "implicit_task", "sync_region_wait", "work"];
    joined("[OpenMP.default]\n", n, |text, at| {
        let state = if at % 3 == 0 { "off" } else { "on" };
        writeln!(text, "    omp_{} = {state}", NAMES.iter().cycle().nth(at % 4).unwrap_or(&"work"))
    })
}

fn seed(n: usize) -> String {
    joined("[OpenMP.default]\n    omp_thread_begin = on\n", n, |text, at| {
        let address = 0x40_1000 + at * 16;
        writeln!(
            text,
            "\n[Lexgion.{address:#x}: OpenMP.default: MPI.rank(0, 15)]\n    trace_starts_at = {at}\n    \
             max_num_traces = 50\n    tracing_rate = 10"
        )
    })
}

fn mistaken_trace(n: usize) -> String {
    joined("", n, |text, at| {
        let address = 0x40_1000 + at * 16;
        writeln!(
            text,
            "\n[Lexgion({address:#x})] : OpenMP.defualt\n    trace_starts_at = -{at}\n    \
             tracing_rte = 10\n    MPI.MPI_Snd = off"
        )
    })
}

fn resources(n: usize) -> String {
    let head = "[metadata]\nversion = 0.1.0\n\n[cpu:0]\nname = Core\n\n[cpu:0.resources]\n";
    joined(head, n, |text, at| writeln!(text, "memory = {}MiB, shared, bank_{at}", at % 4096))
}

fn abis(n: usize) -> String {
    joined("[metadata]\nversion = 0.1.0\n\n[cpu:0]\nname = Core\n", n, |text, at| {
        writeln!(
            text,
            "\n[cpu:0.abi:call_{at}]\narg_count = 3\n\n[cpu:0.call_{at}.mapping]\n0 = gpr:0\n\
             1 = gpr:1\n2 = stack:{}",
            at % 4096
        )
    })
}

fn mistaken_hardware(n: usize) -> String {
    joined("[metadata]\nversion = 0.1.0\n", n, |text, at| {
        writeln!(
            text,
            "\n[cpu:{at}]\nnmae = Core {at}\nfeatures = integer, nothing\n\n[cpu:{at}.integer]\n\
             int_ad = true\nint_sub = perhaps"
        )
    })
}

fn vendors(n: usize) -> String {
    texts::target(20 + 10 * n)
}

fn vendor_keys(n: usize) -> String {
    joined(&format!("{}\n[NVIDIA_TUNING]\n", texts::target(1)), n, |text, at| {
        writeln!(text, "Tile_{at} = {}, {}, \"row major\"  # measured", at % 64, at % 32)
    })
}

fn lists(n: usize) -> String {
    joined(&format!("{}\n[Preprocessor]\nDefine = A", texts::target(1)), n, |text, at| {
        write!(text, ", SYMBOL_{at}={at}, TEXT_{at}=\"one, {at}\"")
    })
}

fn same_section(n: usize) -> String {
    joined(&texts::target(1), n, |text, at| {
        writeln!(text, "\n[Optimization]\nLevel = {}\nSizeOptimization = false", at % 4)
    })
}

fn mistaken_target(n: usize) -> String {
    joined(&texts::target(1), n, |text, at| {
        writeln!(text, "\n[Optimisation {at}]\nLevel = {at}\n[Memory]\nAlignmnt = 3\nModel = None")
    })
}
