import { readExpectedExecutors } from "@mojob/core/engine";
import type { ExecutorClient } from "../executor-client.ts";
import type { TenantOptions } from "../gateway-options.ts";
import type { Registration } from "../wire/registration.ts";
import { XXL_APP_LABEL } from "../work/xxl-work.ts";
import type { NodeDirectory } from "./node-directory.ts";

const IS_THERE = 200;

/** The executors on the app's list. They need not register, so they are asked whether they are there. */
export class ListedNodes {
  readonly #options: TenantOptions;
  readonly #directory: NodeDirectory;
  readonly #clients: ReadonlyMap<string, ExecutorClient>;
  readonly #onNews: () => void;

  /** @param onNews called when one is there that was not, or the other way round */
  constructor(
    options: TenantOptions,
    directory: NodeDirectory,
    clients: ReadonlyMap<string, ExecutorClient>,
    onNews: () => void,
  ) {
    this.#onNews = onNews;
    this.#options = options;
    this.#directory = directory;
    this.#clients = clients;
  }

  /** Reads the list, and asks those of it that did not register. */
  async refresh(signal: AbortSignal): Promise<void> {
    const { state, tenant, app, apps } = this.#options;
    const expected = await readExpectedExecutors(state, tenant, app);
    const nodes = expected.flatMap(({ name, labels }): readonly Registration[] => {
      const appName = labels[XXL_APP_LABEL];
      // Nobody knows a token for those of issued ones until they register.
      const isKnown = appName !== undefined && (apps.get(appName)?.token ?? null) !== null;
      return isKnown ? [{ appName, address: name }] : [];
    });
    this.#directory.list(nodes);
    await Promise.all(nodes.map((node) => this.#ask(node, signal)));
  }

  async #ask(node: Registration, signal: AbortSignal): Promise<void> {
    if (this.#directory.isRegistered(node)) return;
    const isThere = await (this.#clients.get(node.appName) as ExecutorClient)
      .beat(node.address, signal)
      .then(({ code }) => code === IS_THERE)
      .catch(() => false);
    if (signal.aborted) return;
    if (this.#directory.responded(node, isThere)) this.#onNews();
  }
}
