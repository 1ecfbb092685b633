/**
 * The texts that an editor has told the form around it. A form on a busy machine hands such a text back after the next keys: it is
 * no change then, and taking it would undo those keys.
 */
export class ToldTexts {
  readonly #told = new Set<string>();

  tell(text: string): void {
    this.#told.add(text);
  }

  /** Whether a text of the form comes from elsewhere, and is to be taken. @param own what stands in the editor */
  isNews(text: string, own: string): boolean {
    if (text !== own && this.#told.has(text)) return false;
    this.#told.clear();
    return text !== own;
  }
}
