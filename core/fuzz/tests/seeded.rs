//! Each target with inputs from a fixed seed, for some seconds. `BOBBIN_SEED` and `BOBBIN_COUNT` choose
//! others, `BOBBIN_CORPUS` a further folder to start from, `BOBBIN_LONGEST` shorter or longer texts.

use bobbin_fuzz::{TARGETS, seeded};

macro_rules! targets {
    ($($test:ident = $name:literal, $count:literal;)*) => {
        $(
            #[test]
            fn $test() {
                seeded::check($name, $count);
            }
        )*

        #[test]
        fn every_target_is_tested() {
            let tested = [$($name),*];
            assert_eq!(TARGETS.map(|it| it.name), tested);
        }
    };
}

targets! {
    sprokit = "sprokit", 60;
    pinsight = "pinsight", 60;
    coil_hardware = "coil-hardware", 60;
    coil_target = "coil-target", 60;
    coil_decoder = "coil-decoder", 60;
    commands = "commands", 200;
    conversions = "conversions", 200;
    server = "server", 100;
}
