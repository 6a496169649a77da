//! The events that are on from the start, which are more today than they were
//! (pinsight.md#events-on-by-default and pinsight.md#seed-run-time).

use crate::file::File;
use crate::header::Dialect;
use crate::tables::Domain;
use bobbin_core::view::Remark;

/// Remarks that other events are on by default in the dialect that a text is converted `to`, once for
/// each domain that a header names.
pub(super) fn remarks(file: &File, to: Dialect) -> impl Iterator<Item = Remark> {
    let domains = [Domain::OpenMp, Domain::Mpi, Domain::Cuda];
    domains.into_iter().filter_map(move |domain| {
        let mut named = file.layout().sections.iter().map(|it| it.header.range);
        let range = named.find(|&it| file.text_at(it).contains(domain.name()))?;
        let message = match (domain, to) {
            (Domain::OpenMp, Dialect::Current) => {
                "today `omp_implicit_task` of OpenMP is on by default, so more is traced".to_owned()
            }
            (Domain::OpenMp, Dialect::Seed) => {
                "`omp_implicit_task` of OpenMP is on by default today and was off in February 2026, \
                 so less is traced"
                    .to_owned()
            }
            (_, Dialect::Current) => format!(
                "today {} events of {} are on by default, and none was then, so more is traced",
                n_on(domain),
                domain.name()
            ),
            (_, Dialect::Seed) => format!(
                "{} events of {} are on by default today; in February 2026 none was, and none could \
                 be switched on, so less is traced",
                n_on(domain),
                domain.name()
            ),
        };
        Some(Remark { message, range: Some(range) })
    })
}

/// Returns the number of events of a domain that are on by default today.
fn n_on(domain: Domain) -> usize {
    domain.events().iter().filter(|it| it.installed).count()
}
