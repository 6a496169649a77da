//! `bobbin/picture`: the graph as SVG, for editors that show it beside the text. The page, which draws
//! by itself, leaves it out.

use std::collections::BTreeSet;

use bobbin_picture::{Theme, laid_out};
use bobbin_protocol::{
    self as protocol, PictureParams, PictureResult, PictureTheme, PictureVertex,
};
use serde_json::value::RawValue;

use crate::Server;
use crate::drawing::Wish;
use crate::features::Target;
use crate::rpc::{self, RpcError};

impl Server {
    /// Answers a request for a picture that needs no drawing any more.
    pub(crate) fn picture(&self, method: &str, raw: Option<&RawValue>) -> Result<String, RpcError> {
        let it: PictureParams = rpc::params(method, raw)?;
        rpc::result(&self.picture_of(&it.uri, &wish(&it), it.theme)?)
    }

    /// Returns the picture of a graph that is drawn.
    pub(crate) fn picture_of(
        &self,
        uri: &str,
        wish: &Wish,
        theme: PictureTheme,
    ) -> Result<PictureResult, RpcError> {
        let version = self.document(uri)?.version;
        let nothing = |reason: String| Ok(PictureResult::Nothing { version, reason });
        let (Some(analysis), target) = self.target(uri)? else {
            return nothing("a text of an unknown language has no graph".to_owned());
        };
        let Some(protocol::View::Graph(graph)) = analysis.drawn(wish) else {
            return nothing(format!("a {} has no graph", analysis.snapshot().info().title));
        };
        let errors = analysis.n_errors();
        if graph.vertices.is_empty() {
            return nothing(reason_for_none(errors));
        }
        let vertices = vertices(&graph, &target);
        let theme = match theme {
            PictureTheme::Light => Theme::Light,
            PictureTheme::Dark => Theme::Dark,
        };
        let svg = laid_out(graph, theme, str::to_owned);
        Ok(PictureResult::Picture { version, svg, vertices, errors })
    }
}

/// Says why a text that can have a graph has none.
fn reason_for_none(n_errors: u32) -> String {
    match n_errors {
        0 => "there is nothing to draw yet".to_owned(),
        1 => "nothing could be read that can be drawn: the text has an error".to_owned(),
        n => format!("nothing could be read that can be drawn: the text has {n} errors"),
    }
}

fn vertices(graph: &protocol::Graph, target: &Target<'_>) -> Vec<PictureVertex> {
    let with_inside: BTreeSet<usize> = graph.vertices.iter().filter_map(|it| it.parent).collect();
    let vertices = graph.vertices.iter().enumerate().map(|(idx, it)| {
        let elsewhere = it.written.as_ref();
        let path = elsewhere.and_then(|it| it.path.as_deref());
        let ranges = match elsewhere {
            Some(_) => Vec::new(),
            None if it.copied.is_empty() => vec![it.range],
            None => it.copied.iter().map(|it| it.range).collect(),
        };
        PictureVertex {
            item: it.item.clone(),
            title: it.title.clone(),
            subtitle: it.subtitle.clone(),
            problem: it.problem.clone(),
            rect: it.rect,
            uri: path.map_or_else(|| target.uri.to_owned(), |path| target.uri_of(path)),
            name_range: elsewhere.map_or(it.name_range, |it| it.range),
            ranges,
            has_inside: it.inside.is_some(),
            is_expanded: with_inside.contains(&idx),
        }
    });
    vertices.collect()
}

/// Reads what shall be drawn: a picture is whole, and has no comments.
pub(crate) fn wish(params: &PictureParams) -> Wish {
    let options = params.options.clone();
    Wish::read(&protocol::ViewOptions { slice: None, has_comments: false, ..options })
}
