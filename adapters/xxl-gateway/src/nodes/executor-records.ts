import type { IMoExecutorStore } from "@mojob/core/ports";
import type { TenantOptions } from "../gateway-options.ts";
import type { Registration } from "../wire/registration.ts";
import { XXL_APP_LABEL } from "../work/xxl-work.ts";
import { executorId } from "./executor-id.ts";
import type { NodeDirectory } from "./node-directory.ts";
import type { NodeLoad } from "./node-load.ts";

/** Shows the executors as workers. They take nothing by themselves: runs reach them through the gateway. */
export class ExecutorRecords {
  readonly #options: TenantOptions;
  readonly #directory: NodeDirectory;
  readonly #load: NodeLoad;
  readonly #shown = new Map<string, { readonly id: string; readonly startedAt: Date }>();

  constructor(options: TenantOptions, directory: NodeDirectory, load: NodeLoad) {
    this.#options = options;
    this.#directory = directory;
    this.#load = load;
  }

  /** Writes those that are there, and removes those that are not any more. */
  async save(): Promise<void> {
    const { executors, tenant } = this.#options;
    if (executors === null) return;
    const nodes = this.#directory.all().filter((node) => !this.#directory.isMissing(node));
    const names = new Set(nodes.map(nameOf));
    for (const [name, { id }] of this.#shown) {
      if (names.has(name)) continue;
      this.#shown.delete(name);
      await executors.remove(tenant, id);
    }
    await Promise.all(nodes.map((node) => this.#saveOne(executors, tenant, node)));
  }

  /** Leaves; another process that sees the executors goes on showing them. */
  async close(): Promise<void> {
    const { executors, tenant } = this.#options;
    if (executors === null) return;
    const ids = [...this.#shown.values()].map(({ id }) => id);
    this.#shown.clear();
    await Promise.all(ids.map((id) => executors.remove(tenant, id)));
  }

  async #saveOne(executors: IMoExecutorStore, tenant: string, node: Registration): Promise<void> {
    const { app, clock } = this.#options;
    const now = clock.now();
    const name = nameOf(node);
    const shown = this.#shown.get(name) ?? {
      id: await executorId(node),
      startedAt: now,
    };
    this.#shown.set(name, shown);
    await executors.save({
      ...shown,
      tenant,
      app,
      name: node.address,
      address: node.address,
      labels: { [XXL_APP_LABEL]: node.appName },
      runtime: "xxl-job",
      runtimeVersion: "",
      lastSeenAt: now,
      running: this.#load.running(node.address),
      abandoned: 0,
      limit: null,
      draining: false,
      jobKeys: [],
      workKinds: [],
    });
  }
}

function nameOf({ appName, address }: Registration): string {
  return `${appName} ${address}`;
}
