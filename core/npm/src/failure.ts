/**
 * Thrown when the core has failed, which no text should cause. Nothing of this package works any more
 * in this worker or process: go on in a new one. Texts that JavaScript holds are not affected.
 */
export class CoreFailure extends Error {
  override readonly name = "CoreFailure";

  /** `reason` is the core's message before it failed, or the thrown value. */
  constructor(reason: string, options?: { cause?: unknown }) {
    super(
      `the core of bobbin-config failed: ${reason}; nothing of the package works here any more, ` +
        "so go on in a new worker or process, and report the text that led to this",
      options,
    );
  }
}
