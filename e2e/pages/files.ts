// Files that the journeys open.

import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";

/** Returns the path of a file in the project, given from its root. */
export function projectPath(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url));
}

/** Returns the bytes of a file of the project. */
export function projectFile(path: string): Buffer {
  return readFileSync(projectPath(path));
}

/** Returns a file in the form for a file chooser. */
export function upload(path: string): { name: string; mimeType: string; buffer: Buffer } {
  return { name: basename(path), mimeType: "application/octet-stream", buffer: projectFile(path) };
}

/** Returns a text as a file. */
export function textFile(name: string, text: string) {
  return { name, mimeType: "text/plain", buffer: Buffer.from(text) };
}

export const golden = "core/testdata/coil-hardware/binary/spec_example.coilcfg";
export const goldenText = "core/testdata/coil-hardware/binary/spec_example.coilcfg.txt";

/** A small pipeline with one connection missing. */
export const pipeline = `# Looks for people in a video.
process reader
  :: video_input
  video_filename = crossing.mp4   # recorded in March
  video_reader:type = vidl_ffmpeg

process detector
  :: image_object_detector
  detector:type = example_detector

process viewer
  :: image_viewer
  annotate_image = true

connect from reader.image
        to   detector.image
connect from reader.timestamp
        to   viewer.timestamp
`;

/** A trace configuration of the current dialect. */
export const trace = `# Rank 0 in detail, the others sampled.
[MPI.default]
    MPI.rank = (0-15)
    MPI_Barrier = off

[Lexgion.default]: OpenMP.default, MPI.default
    trace_starts_at = 0
    max_num_traces = 100
    tracing_rate = 10   
`;

/** The example of the PInsight document, in its dialect of February 2026. */
export const seedTrace = `[OpenMP.default]
    OpenMP.team = (0-4)
    OpenMP.thread = (0, 15)
    OpenMP.device = (0-3)
    omp_task_create = off
    omp_task_schedule = off

[MPI.default]
    MPI.rank = (0-3)

[Lexgion.default: OpenMP.default, MPI.default]
    trace_starts_at = 0
    max_num_traces = 2000
    tracing_rate = 1

[OpenMP.thread(0-3): OpenMP.default: MPI.rank(0)]

[OpenMP.thread(4, 6, 8-12, 14-16, 20-22): OpenMP.default: MPI.rank(0)]

[Lexgion(0x4010bd): Lexgion.default, OpenMP.default, MPI.default: MPI.rank(0)]
    trace_starts_at = 20
    max_num_traces = 200
    tracing_rate = 10
    OpenMP.omp_thread_begin = on
`;

/** The first example of every KWIVER course. */
export const numberFlow = `process source
  :: numbers
  start = 1
  end = 100

process sink
  :: print_number
  output = numbers.txt

connect from source.number
        to   sink.number
`;
