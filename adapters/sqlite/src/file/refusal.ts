/** Why a file is not opened; its message says what to do. */
export class FileRefusal extends Error {
  readonly kind: "configuration" | "held";

  constructor(kind: "configuration" | "held", message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}
