import type { Clock } from "../../base/clock.ts";
import { createId } from "../../base/ids.ts";
import { repeat, type Repetition } from "../../base/repeat.ts";
import type { ControlPlaneRecord } from "../../model/process/control-plane-record.ts";
import type { RuntimeInfo } from "../../ports/platform/platform.ts";
import type { IMoStateStore } from "../../ports/state-store.ts";
import { removeControlPlane, writeControlPlane } from "./control-planes.ts";

const HEARTBEAT_MS = 3000;

export interface ControlPlanePresenceOptions {
  readonly tenant: string;
  readonly state: IMoStateStore;
  readonly clock: Clock;
  readonly runtime: RuntimeInfo;
  /** The version of the program. @default it is not stated */
  readonly version?: string;
  /** Its current work. */
  readonly standing: () => Pick<ControlPlaneRecord, "standsBy" | "duties">;
  readonly onError: (error: unknown) => void;
}

/** Shows a control plane of a tenant to the others, until it is closed. */
export class ControlPlanePresence {
  readonly #options: ControlPlanePresenceOptions;
  readonly #id: string;
  readonly #startedAt: Date;
  #heartbeat: Repetition | null = null;

  constructor(options: ControlPlanePresenceOptions) {
    this.#options = options;
    this.#startedAt = options.clock.now();
    this.#id = createId(this.#startedAt);
  }

  /** Shows it now, and with every heartbeat. */
  start(): void {
    const { clock, onError } = this.#options;
    this.#heartbeat ??= repeat(() => this.#write(), {
      clock,
      everyMs: HEARTBEAT_MS,
      firstInMs: 0,
      slackMs: Infinity,
      onError,
    });
  }

  /** Shows soon what it does now. */
  changed(): void {
    this.#heartbeat?.wake();
  }

  async close(): Promise<void> {
    const { state, tenant, onError } = this.#options;
    if (this.#heartbeat === null) return;
    await this.#heartbeat.close();
    await removeControlPlane(state, tenant, this.#id).catch(onError);
  }

  #write(): Promise<void> {
    const { state, tenant, runtime, version = null, standing } = this.#options;
    return writeControlPlane(state, tenant, {
      id: this.#id,
      host: runtime.host ?? null,
      pid: runtime.pid ?? null,
      runtime: runtime.name,
      runtimeVersion: runtime.version,
      version,
      startedAt: this.#startedAt,
      ...standing(),
    });
  }
}
