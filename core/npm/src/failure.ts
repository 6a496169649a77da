/**
 * The core failed, which no text should bring about. Nothing of this package works any more where it
 * happened: go on in a new worker or process. Texts that JavaScript holds are not affected.
 */
export class CoreFailure extends Error {
  override readonly name = "CoreFailure";

  /** `reason` is what the core said before it failed, or what the call threw. */
  constructor(reason: string, options?: { cause?: unknown }) {
    super(
      `the core of bobbin-config failed: ${reason}; nothing of the package works here any more, ` +
        "so go on in a new worker or process, and report the text that led to this",
      options,
    );
  }
}
