/** Whether a part the scheduler needs is available. */
export interface HealthCheck {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string | null;
}

export interface HealthOptions {
  /** A part that has not responded by then counts as unavailable, and why is not known. @default 3_000 */
  readonly withinMs?: number;
}
