//! Requests whose answer takes long: graphs, which are laid out piece by piece, so that what is asked
//! meanwhile is answered at once.

use bobbin_protocol as protocol;
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::Server;
use crate::drawing::{Wish, Work};
#[cfg(feature = "picture")]
use crate::picture;
use crate::rpc::{self, ErrorCode, RpcError};
use crate::unfinished::{Answer, Unfinished};

/// The parameters of LSP's `$/cancelRequest`.
#[derive(Deserialize)]
struct CancelParams<'a> {
    #[serde(borrow)]
    id: &'a RawValue,
}

impl Server {
    /// Returns true if [`Server::work`] has something to do: answers that are owed, or diagnostics
    /// of changed texts.
    #[must_use]
    pub fn has_work(&self) -> bool {
        self.documents.has_news() || !self.unfinished.is_empty() || self.native.has_work()
    }

    /// Judges the texts that have changed, then works on what is asked, in the order in which it was
    /// asked, as long as `go_on` says so; answers with the messages to send, as [`Server::handle`]
    /// does. At least one piece is done.
    pub fn work(&mut self, go_on: &mut dyn FnMut() -> bool) -> Vec<String> {
        let mut messages = Vec::new();
        while let Some(uri) = self.documents.next_untold() {
            messages.extend(self.publish(&uri));
            self.native.note_published(&uri, &self.documents);
            if !go_on() {
                return messages;
            }
        }
        messages.extend(self.native.refresh());
        while let Some(first) = self.unfinished.first_mut() {
            let analysis = self.documents.get(&first.uri).and_then(|it| it.analysis.as_ref());
            let mut left = None;
            if first.is_drawn {
                let it = self.unfinished.remove(0);
                let Unfinished { id, version, wish, answer, .. } = it;
                let result = match answer {
                    Answer::View => {
                        let view = analysis.and_then(|it| it.drawn(&wish));
                        rpc::result(&protocol::ViewResult { version, view })
                    }
                    #[cfg(feature = "picture")]
                    Answer::Picture(theme) => {
                        self.picture_of(&it.uri, &wish, theme).and_then(|it| rpc::result(&it))
                    }
                };
                messages.push(answered(&id, result));
            } else {
                match analysis.map_or(Work::Done, |it| it.draw(&first.wish)) {
                    Work::Done => first.is_drawn = true,
                    Work::Left(share) => left = Some(share),
                }
            }
            if !go_on() {
                let first = self.unfinished.first_mut();
                messages.extend(first.zip(left).and_then(|(it, share)| it.tell(share)));
                return messages;
            }
        }
        messages.extend(self.native_work(go_on));
        messages
    }

    /// Takes a request for a graph that has to be drawn first; false if it is another request.
    pub(crate) fn defers(&mut self, method: &str, id: &RawValue, raw: Option<&RawValue>) -> bool {
        #[cfg(feature = "picture")]
        if method == protocol::PictureParams::METHOD {
            let Ok(it) = rpc::params::<protocol::PictureParams>(method, raw) else { return false };
            return self.owe(id, &it.uri, picture::wish(&it), Answer::Picture(it.theme));
        }
        if method != protocol::ViewParams::METHOD {
            return false;
        }
        let Ok(params) = rpc::params::<protocol::ViewParams>(method, raw) else { return false };
        if params.view != protocol::ViewKind::Graph {
            return false;
        }
        self.owe(id, &params.uri, Wish::read(&params.options), Answer::View)
    }

    /// Owes the answer to a request, if its graph has to be drawn first.
    fn owe(&mut self, id: &RawValue, uri: &str, wish: Wish, answer: Answer) -> bool {
        let Some(document) = self.documents.get(uri) else { return false };
        if document.analysis.as_ref().is_none_or(|it| it.is_drawn(&wish)) {
            return false;
        }
        let (id, uri, version) = (id.get().to_owned(), uri.to_owned(), document.version);
        self.unfinished.push(Unfinished {
            id,
            uri,
            version,
            wish,
            answer,
            is_drawn: false,
            told: 0,
        });
        true
    }

    /// Refuses what was asked about texts that have changed since.
    pub(crate) fn drop_outdated(&mut self) -> Vec<String> {
        let documents = &self.documents;
        let is_outdated = |it: &mut Unfinished| {
            documents.get(&it.uri).is_none_or(|document| document.version != it.version)
        };
        let error = RpcError::content_modified();
        let gone = self.unfinished.extract_if(.., is_outdated);
        let mut answers: Vec<String> = gone.map(|it| rpc::failure(&it.id, &error)).collect();
        answers.extend(self.native.drop_outdated(documents));
        answers
    }

    /// Refuses all that is owed: who leaves waits for nothing, and each request has one answer.
    pub(crate) fn give_up_all(&mut self) -> Vec<String> {
        let error = RpcError::new(ErrorCode::RequestCancelled, "the server was shut down");
        let mut ids: Vec<String> = self.unfinished.drain(..).map(|it| it.id).collect();
        ids.extend(self.native.give_up_all());
        ids.iter().map(|id| rpc::failure(id, &error)).collect()
    }

    /// LSP's `$/cancelRequest`: what is no longer wanted is not drawn.
    pub(crate) fn cancel(&mut self, raw: Option<&RawValue>) -> Result<Vec<String>, RpcError> {
        let text = raw.map_or("null", RawValue::get);
        let Ok(CancelParams { id }) = serde_json::from_str(text) else { return Ok(Vec::new()) };
        let Some(at) = self.unfinished.iter().position(|it| it.id == id.get()) else {
            return Ok(self.native.cancel(id.get()));
        };
        let gone = self.unfinished.remove(at);
        if let Some(analysis) = self.documents.get(&gone.uri).and_then(|it| it.analysis.as_ref()) {
            analysis.give_up_drawing();
        }
        let error = RpcError::new(ErrorCode::RequestCancelled, "the layout was stopped");
        Ok(vec![rpc::failure(&gone.id, &error)])
    }
}

fn answered(id: &str, result: Result<String, RpcError>) -> String {
    match result {
        Ok(result) => rpc::success(id, &result),
        Err(error) => rpc::failure(id, &error),
    }
}
