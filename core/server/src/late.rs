//! Installs what a program that is cut into parts fetches later, each in the part that calls this:
//! the drawing of graphs, and the requests that are no views. [`needs`](crate::needs()) says before a
//! message what must be there.

use crate::Server;
use crate::drawing;
use crate::requests;

/// Installs the requests that are no views, which then are part of what calls this.
pub fn install_tools() {
    let _ = requests::TOOLS.set(Server::use_tool);
}

/// Installs the drawing of graphs, which then is part of what calls this.
pub fn install_drawing() {
    let _ = drawing::DRAW.set(drawing::FUNCTIONS);
}
