// A slow network between the browser and the server, for all that the browser fetches: what DevTools slows down and
// counts for a page leaves out what its workers fetch.

import { createServer, connect, type Socket } from "node:net";

/** Half of the time of a round trip, in milliseconds. */
const halfTrip = 20;

/** The speed of the line towards the browser, in bytes a millisecond: 10 Mbit/s. */
const speed = 10e6 / 8 / 1000;

/** The largest piece that is let through at once, in bytes. */
const piece = 4096;

export interface SlowLine {
  /** The address that stands for the server's. */
  url: string;
  /** Returns the number of bytes that have come down, with the headers of HTTP. */
  received: () => number;
  close: () => Promise<void>;
}

/** Opens a line of 10 Mbit/s and 40 ms to the server at `address`. All connections share it. */
export async function openSlowLine(address: string): Promise<SlowLine> {
  const target = new URL(address);
  const sockets = new Set<Socket>();
  let received = 0;
  // The time until which the line is taken.
  let free = 0;
  const server = createServer((down) => {
    const up = connect(Number(target.port), target.hostname);
    for (const it of [up, down]) {
      sockets.add(it);
      it.setNoDelay(true);
      it.on("error", () => {
        up.destroy();
        down.destroy();
      });
      it.on("close", () => sockets.delete(it));
    }
    down.on("data", (data) => setTimeout(() => up.writable && up.write(data), halfTrip));
    down.on("end", () => setTimeout(() => up.end(), halfTrip));
    up.on("data", (data: Buffer) => {
      for (let at = 0; at < data.length; at += piece) {
        const part = data.subarray(at, at + piece);
        free = Math.max(free, Date.now()) + part.length / speed;
        setTimeout(() => {
          received += part.length;
          if (down.writable) down.write(part);
        }, free + halfTrip - Date.now());
      }
    });
    up.on("end", () => setTimeout(() => down.end(), Math.max(free - Date.now(), 0) + 2 * halfTrip));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const place = server.address();
  if (place === null || typeof place === "string") throw new Error("the slow line has no port");
  return {
    url: `http://127.0.0.1:${place.port}${target.pathname}`,
    received: () => received,
    close: () => {
      for (const it of sockets) it.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
