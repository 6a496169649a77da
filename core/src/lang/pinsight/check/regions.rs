//! Region lists.

use text_size::TextRange;

use crate::diagnostics::{Diagnostic, nearest};
use crate::lang::pinsight::File;
use crate::lang::pinsight::diagnostics as say;
use crate::lang::pinsight::header::{Action, Dialect, Header};
use crate::lang::pinsight::model::RegionId;
use crate::lang::pinsight::reading::{Complaint, ComplaintKind, MAX_LIST};
use crate::lang::pinsight::tables::Domain;
use crate::lang::pinsight::token::{is_blank, trim};
use crate::lang::pinsight::values::{address, c_long, cut};
use crate::text::range_in;

impl File {
    pub(super) fn check_regions(
        &self,
        header: &Header,
        list: TextRange,
        complaints: &[&Complaint],
        res: &mut Vec<Diagnostic>,
    ) {
        if header.dialect == Dialect::Seed {
            self.check_seed_address(list, res);
            // In the order of the text, like the lists they stand in.
            let behind = self.log.dropped.partition_point(|it| it.start() <= list.start());
            let dropped = behind.checked_sub(1).and_then(|it| self.log.dropped.get(it));
            let dropped = dropped.filter(|it| it.contains_range(list));
            res.extend(dropped.map(|&at| say::region_table_full(at, false)));
            return;
        }
        let text = self.text_at(list);
        let items: Vec<&str> = text.split(',').map(trim).filter(|it| !it.is_empty()).collect();
        for item in items.iter().take(MAX_LIST) {
            self.check_item(header, item, res);
        }
        if let Some(first) = items.get(MAX_LIST) {
            let at = TextRange::new(range_in(&self.input.text, first).start(), list.end());
            res.push(say::too_many_items(at, items.len() - MAX_LIST));
        }
        let names = || Domain::ALL.iter().map(|it| it.name());
        for it in complaints {
            match it.kind {
                ComplaintKind::RegionUnknownDomain => {
                    let name = self.text_at(it.at);
                    res.push(say::region_domain(it.at, name, nearest(name, names())));
                }
                ComplaintKind::RegionTableFull => res.push(say::region_table_full(it.at, false)),
                _ => (),
            }
        }
        if let Some(at) = self.log.crashed.filter(|it| list.contains_range(*it)) {
            res.push(say::region_table_full(at, true));
        }
    }

    fn check_seed_address(&self, list: TextRange, res: &mut Vec<Diagnostic>) {
        let text = self.text_at(list);
        let (value, rest) = c_long(text, 0);
        let range = |it: &str| range_in(&self.input.text, it);
        if value == 0 {
            let at = if text.is_empty() { list } else { range(trim(text)) };
            res.push(say::no_address(at, text));
        } else if !trim(rest).is_empty() {
            res.push(say::address_junk(range(trim(rest)), trim(rest)));
        }
    }

    fn check_item(&self, header: &Header, item: &str, res: &mut Vec<Diagnostic>) {
        let range = |it: &str| range_in(&self.input.text, it);
        let digits = item.strip_prefix("0x").or_else(|| item.strip_prefix("0X"));
        if let Some(digits) = digits {
            let n_digits = digits.bytes().take_while(u8::is_ascii_hexdigit).count();
            let junk = digits.get(n_digits..).unwrap_or_default();
            if address(digits) == 0 {
                res.push(say::null_address(range(item), item));
            } else if !junk.is_empty() {
                res.push(say::address_junk(range(junk), junk));
            }
            return;
        }
        if header.action == Action::Remove {
            res.push(say::remove_by_name(range(item), item));
            return;
        }
        if item.bytes().all(|it| it.is_ascii_digit()) {
            res.push(say::decimal_address(range(item), item));
            return;
        }
        for part in item.split(':') {
            let trimmed = trim(part);
            let start = part.trim_start_matches(is_blank);
            if trimmed.len() == part.len() || trimmed.is_empty() {
                continue;
            }
            let n_before = part.len() - start.len();
            let blanks =
                if n_before > 0 { part.get(..n_before) } else { part.get(trimmed.len()..) };
            res.extend(blanks.map(|it| say::inner_blank(range(it))));
        }
        let (domain, file, name) = match item.splitn(3, ':').collect::<Vec<_>>().as_slice() {
            [domain, file, name] => (Domain::from_name(domain), Some(*file), *name),
            [first, name] => match Domain::from_name(first) {
                Some(domain) => (Some(domain), None, *name),
                None => (None, Some(*first), *name),
            },
            _ => (None, None, item),
        };
        if domain == Some(Domain::OpenMp) {
            res.push(say::openmp_name(range(item), item));
        }
        if let Some(file) = file.filter(|it| {
            !it.is_empty() && !it.contains('.') && Domain::from_name(trim(it)).is_none()
        }) {
            res.push(say::file_prefix(range(file), file));
        }
        let id = RegionId::Name(domain, cut(name, 127).into());
        let entry = self.log.index.get(&id).and_then(|&it| self.state.regions.get(it));
        if let Some(entry) = entry
            && let Some(file) = file
            && entry.file.as_deref() != Some(cut(file, 63))
        {
            res.push(say::file_collision(range(item), item, entry.file.as_deref()));
        }
    }
}
