/** What a thread that speaks for an event loop is told; all of it costs no message. */
export interface LoopLife {
  /**
   * The event loop turns, at this time. It may be silent for `quietMs` from now on: the longest that what runs may still take.
   * After that its silence counts as its process's.
   */
  turned(now: Date, quietMs: number): void;
  /** What begins now may take `quietMs`. */
  began(quietMs: number): void;
  close(): Promise<void>;
}
