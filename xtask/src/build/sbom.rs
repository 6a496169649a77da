//! Writes the bill of materials of the page: the packages that are shipped, as CycloneDX 1.5.
//!
//! It names no time and no serial number, so the same lock files give the same bytes.

use anyhow::{Context, Result, anyhow, bail};
use cyclonedx_bom::external_models::normalized_string::NormalizedString;
use cyclonedx_bom::external_models::spdx::SpdxExpression;
use cyclonedx_bom::models::bom::{Bom, SpecVersion};
use cyclonedx_bom::models::component::{Classification, Component, Components};
use cyclonedx_bom::models::license::{LicenseChoice, Licenses};
use cyclonedx_bom::models::metadata::Metadata;
use cyclonedx_bom::prelude::{Purl, Validate as _};

use super::notices::{OF_PAGE, metadata, shipped_packages, string};
use crate::setup::runtime_packages;
use crate::workspace::{self, Workspace};

/// A shipped package.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Package {
    /// The registry, as package URLs name it.
    registry: &'static str,
    name: String,
    version: String,
    licence: String,
}

/// Writes the bill of materials beside other results of builds.
pub fn write(workspace: &Workspace) -> Result<()> {
    let shipped = shipped_packages(&metadata(workspace)?, &OF_PAGE).into_iter();
    let mut packages: Vec<Package> = shipped
        .map(|it| Package {
            registry: "cargo",
            name: string(&it, "name"),
            version: string(&it, "version"),
            licence: string(&it, "license"),
        })
        .collect();
    packages.extend(runtime_packages(workspace)?.into_iter().map(|it| Package {
        registry: "npm",
        name: it.name,
        version: it.version,
        licence: it.licence.unwrap_or_default(),
    }));
    let path = workspace.target.join("bobbin.cdx.json");
    workspace::write(&path, render(packages)?)?;
    println!("  {}", path.display());
    Ok(())
}

/// Renders the packages in the order of their names, each once.
fn render(mut packages: Vec<Package>) -> Result<Vec<u8>> {
    packages.sort();
    packages.dedup();
    let components: Vec<Component> = packages.iter().map(component).collect::<Result<_>>()?;
    let own = Component::new(
        Classification::Application,
        "bobbin",
        env!("CARGO_PKG_VERSION"),
        Some("bobbin".to_owned()),
    );
    let bom = Bom {
        serial_number: None,
        metadata: Some(Metadata { component: Some(own), ..Metadata::default() }),
        components: Some(Components(components)),
        ..Bom::default()
    };
    let checked = bom.validate_version(SpecVersion::V1_5);
    if !checked.passed() {
        bail!("the bill of materials is not valid: {checked:?}");
    }
    let mut res = Vec::new();
    bom.output_as_json_v1_5(&mut res).map_err(|error| anyhow!("{error}"))?;
    res.push(b'\n');
    Ok(res)
}

fn component(package: &Package) -> Result<Component> {
    let Package { registry, name, version, licence } = package;
    // A scope of npm is a part of the path.
    let url = match name.strip_prefix('@').and_then(|it| it.split_once('/')) {
        Some((scope, name)) => format!("pkg:{registry}/%40{scope}/{name}@{version}"),
        None => format!("pkg:{registry}/{name}@{version}"),
    };
    let purl: Purl = url.parse().map_err(|_| anyhow!("{url} is no package URL"))?;
    let mut res = Component::new(Classification::Library, name, version, Some(url));
    res.purl = Some(purl);
    if !licence.is_empty() {
        // The old spelling of `OR`.
        let spelled = licence.replace('/', " OR ");
        let expression = SpdxExpression::try_from(spelled)
            .map_err(|error| anyhow!("{error}"))
            .with_context(|| format!("the licence of {name}"))?;
        res.licenses = Some(Licenses(vec![LicenseChoice::Expression(expression)]));
    }
    res.name = NormalizedString::new(name);
    Ok(res)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(registry: &'static str, name: &str, licence: &str) -> Package {
        let (name, licence) = (name.to_owned(), licence.to_owned());
        Package { registry, name, version: "1.2.3".to_owned(), licence }
    }

    #[test]
    fn the_bill_of_materials_can_be_read_again() {
        let packages = vec![
            package("npm", "@codemirror/state", "MIT"),
            package("cargo", "serde", "MIT/Apache-2.0"),
            package("cargo", "serde", "MIT/Apache-2.0"),
        ];
        let bytes = render(packages.clone()).unwrap();
        assert_eq!(bytes, render(packages).unwrap(), "two builds differ");
        let bom = Bom::parse_from_json(bytes.as_slice()).unwrap();
        assert!(bom.validate_version(SpecVersion::V1_5).passed());
        let text = String::from_utf8(bytes).unwrap();
        assert!(text.contains("\"specVersion\": \"1.5\""), "{text}");
        let components = bom.components.unwrap().0;
        let urls = components.iter().map(|it| it.purl.as_ref().unwrap().to_string());
        assert_eq!(
            urls.collect::<Vec<_>>(),
            ["pkg:cargo/serde@1.2.3", "pkg:npm/%40codemirror/state@1.2.3"]
        );
        let licences = components.iter().map(|it| format!("{:?}", it.licenses));
        assert!(
            licences.clone().all(|it| it.contains("MIT")),
            "{:?}",
            licences.collect::<Vec<_>>()
        );
    }

    #[test]
    fn a_licence_that_is_none_is_told() {
        assert!(render(vec![package("cargo", "odd", "as you like")]).is_err());
    }
}
