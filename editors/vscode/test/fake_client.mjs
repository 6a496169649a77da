/** As much of the protocol library's client as the extension uses, with a server that takes its time. Loaded in its place. */

/** All clients that were made. */
export const clients = [];

const aWhile = () => new Promise((resolve) => setTimeout(resolve, 10));

export class LanguageClient {
  state = "initial";

  constructor(_id, _name, server) {
    this.server = server;
    clients.push(this);
  }

  async start() {
    this.state = "starting";
    await aWhile();
    this.state = "running";
  }

  async stop() {
    if (this.state === "initial" || this.state === "stopped") return;
    if (this.state !== "running") throw new Error(`Client is not running and can't be stopped. It's current state is: ${this.state}`);
    this.state = "stopping";
    await aWhile();
    this.state = "stopped";
  }

  onNotification(_method, listener) {
    this.hear = listener;
  }
}
