/** A generated graph; the file says what else is in it. */
export interface GeneratedGraph {
  name: string;
  nodes: { id: string }[];
  edges: { path: [string, string][] }[];
}

export function generate(wanted: {
  n: number;
  seed: number;
  clusters?: number;
  shape?: "mesh" | "modular";
}): GeneratedGraph;
