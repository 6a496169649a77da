//! The places in the texts where the person was, to go back to.

use bobbin_protocol::Position;

use crate::document::FileId;

/// The number of places that are kept.
const MOST: usize = 50;

/// The number of lines up to which two places are the same one to a person.
const NEAR: u32 = 10;

/// A place in an open file.
pub type Place = (FileId, Position);

/// The places before and after the present one.
#[derive(Debug, Default)]
pub struct Visited {
    back: Vec<Place>,
    now: Option<Place>,
    forward: Vec<Place>,
}

/// The direction in which the places are gone through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    Back,
    Forward,
}

impl Visited {
    /// Notes where the caret is; the place that it has left by a leap can be gone back to.
    pub fn note(&mut self, place: Place) {
        if let Some(left) = self.now.replace(place).filter(|it| !is_near(*it, place)) {
            self.back.push(left);
            let n_many = self.back.len().saturating_sub(MOST);
            self.back.drain(..n_many);
            self.forward.clear();
        }
    }

    /// Goes to the next place in a direction whose file is open still.
    pub fn go(&mut self, direction: Direction, is_open: impl Fn(FileId) -> bool) -> Option<Place> {
        let (from, to) = match direction {
            Direction::Back => (&mut self.back, &mut self.forward),
            Direction::Forward => (&mut self.forward, &mut self.back),
        };
        from.retain(|it| is_open(it.0));
        let place = from.pop()?;
        to.extend(self.now.replace(place));
        Some(place)
    }
}

fn is_near(one: Place, other: Place) -> bool {
    one.0 == other.0 && one.1.line.abs_diff(other.1.line) < NEAR
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(file: u64, line: u32) -> Place {
        (FileId(file), Position { line, character: 0 })
    }

    #[test]
    fn leaps_are_gone_back_and_forward() {
        let mut visited = Visited::default();
        for place in [at(1, 0), at(1, 3), at(1, 80), at(2, 5)] {
            visited.note(place);
        }
        assert_eq!(visited.go(Direction::Back, |_| true), Some(at(1, 80)));
        // The caret arrives there.
        visited.note(at(1, 80));
        assert_eq!(visited.go(Direction::Back, |_| true), Some(at(1, 3)));
        assert!(visited.back.is_empty());
        assert_eq!(visited.go(Direction::Forward, |_| true), Some(at(1, 80)));
        assert_eq!(visited.go(Direction::Forward, |_| true), Some(at(2, 5)));
        assert_eq!(visited.go(Direction::Back, |it| it != FileId(1)), None, "it is closed");
    }
}
