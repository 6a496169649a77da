//! Facts that the browser tells about its machine.

use bobbin_protocol::{Gpu, Machine};
use bobbin_sorting::Sorting as _;
use leptos::prelude::window;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

/// Features of WebAssembly, each with the smallest module that needs it.
const PROBES: &[(&str, &[u8])] = &[
    // i32.const 0, i8x16.splat, i8x16.popcnt
    (
        "simd128",
        &[1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11],
    ),
    // i8x16.relaxed_swizzle
    (
        "relaxed-simd",
        &[
            1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 15, 1, 13, 0, 65, 1, 253, 15, 65, 2, 253, 15,
            253, 128, 2, 11,
        ],
    ),
    // i32.atomic.load of a shared memory
    (
        "atomics",
        &[
            1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 5, 4, 1, 3, 1, 1, 10, 11, 1, 9, 0, 65, 0, 254, 16, 2, 0,
            26, 11,
        ],
    ),
    // A memory with 64-bit addresses.
    ("memory64", &[5, 3, 1, 4, 1]),
    // try, catch_all
    ("exception-handling", &[1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 8, 1, 6, 0, 6, 64, 25, 11, 11]),
];

/// The first bytes of every module.
const MODULE: &[u8] = b"\0asm\x01\0\0\0";

/// Returns the facts that the browser tells about its machine, each with its source. Unknown facts
/// are left out.
pub async fn look() -> Machine {
    let navigator: JsValue = window().navigator().into();
    let mut machine = Machine { architecture: "wasm32".to_owned(), ..Machine::default() };
    let mut sources = Vec::new();
    sources
        .push("Facts that a browser reveals about its machine; it reveals no others.".to_owned());
    match number(&navigator, "hardwareConcurrency").filter(|it| *it >= 1.0) {
        Some(threads) => {
            machine.threads = Some(threads as u64);
            sources.push(format!("thread: navigator.hardwareConcurrency is {threads}"));
        }
        None => sources.push("thread: unknown".to_owned()),
    }
    match number(&navigator, "deviceMemory").filter(|it| *it > 0.0) {
        Some(gibibytes) => {
            machine.memory = Some(((gibibytes * 1024.0) as u64) << 20);
            sources.push(format!(
                "memory: navigator.deviceMemory is {gibibytes}, in GiB and rounded by the browser"
            ));
        }
        None => sources.push("memory: unknown".to_owned()),
    }
    let (accepted, refused): (Vec<_>, Vec<_>) =
        PROBES.iter().partition(|(_, module)| is_valid(module));
    let names = |probes: &[&(&str, &[u8])]| match probes {
        [] => "nothing".to_owned(),
        probes => probes.iter().map(|it| it.0).collect::<Vec<_>>().join(", "),
    };
    sources.push(format!(
        "features of the processor as programs in WebAssembly see it: WebAssembly.validate accepts \
         {} and refuses {}",
        names(&accepted),
        names(&refused)
    ));
    machine.flags = accepted.iter().map(|it| it.0.to_owned()).collect();
    machine.gpu = gpu(&navigator).await;
    sources.push(match &machine.gpu {
        Some(it) if it.features.is_empty() => "gpu:0: an adapter of WebGPU".to_owned(),
        Some(it) => format!("gpu:0: an adapter of WebGPU with {}", it.features.join(", ")),
        None => "gpu: navigator.gpu gives no adapter".to_owned(),
    });
    machine.sources = sources;
    machine
}

fn is_valid(module: &[u8]) -> bool {
    let bytes = js_sys::Uint8Array::from([MODULE, module].concat().as_slice());
    js_sys::WebAssembly::validate(&bytes).unwrap_or(false)
}

async fn gpu(navigator: &JsValue) -> Option<Gpu> {
    let gpu = get(navigator, "gpu")?;
    let request = get(&gpu, "requestAdapter")?.dyn_into::<js_sys::Function>().ok()?;
    let promise = request.call0(&gpu).ok()?.dyn_into::<js_sys::Promise>().ok()?;
    let adapter = JsFuture::from(promise).await.ok().filter(JsValue::is_object)?;
    let info = get(&adapter, "info").unwrap_or(JsValue::UNDEFINED);
    let mut features: Vec<String> = get(&adapter, "features")
        .map(|it| js_sys::Array::from(&it).iter().filter_map(|it| it.as_string()).collect())
        .unwrap_or_default();
    features.order();
    Some(Gpu {
        name: string(&info, "description"),
        vendor: string(&info, "vendor"),
        model: string(&info, "architecture"),
        features,
    })
}

fn get(of: &JsValue, name: &str) -> Option<JsValue> {
    if !of.is_object() {
        return None;
    }
    let value = js_sys::Reflect::get(of, &name.into()).ok()?;
    (!value.is_undefined() && !value.is_null()).then_some(value)
}

fn number(of: &JsValue, name: &str) -> Option<f64> {
    get(of, name)?.as_f64()
}

fn string(of: &JsValue, name: &str) -> String {
    get(of, name).and_then(|it| it.as_string()).unwrap_or_default()
}
