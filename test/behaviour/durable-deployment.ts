import { uniqueName } from "@mojob/contract-tests";
import type { IMoJobScheduleMetadataStore, IMoStateStore } from "@mojob/core";
import { createEmbeddedHarness } from "./embedded-deployment.ts";
import type { DeploymentHarness } from "./deployment.ts";

/** Each simulated second is calls of the store, those of every duty that looks again: a short beat is a fifth of the suite's. */
const BEAT_MS = 2000;

/** The embedded scheduler over stores that outlive it: each deployment a tenant of its own. */
export function createDurableHarness(
  name: string,
  stores: () => { readonly store: IMoJobScheduleMetadataStore; readonly state: IMoStateStore },
): DeploymentHarness {
  return createEmbeddedHarness({
    name,
    beatMs: BEAT_MS,
    openStores: () => {
      const calls = new CallsUnderWay();
      const { store, state } = stores();
      return {
        tenant: uniqueName("behaviour"),
        store: calls.counting(store),
        state: calls.counting(state),
        isBusy: () => calls.any,
      };
    },
  });
}

/** Counts the calls that have not been settled. */
class CallsUnderWay {
  #count = 0;

  get any(): boolean {
    return this.#count > 0;
  }

  /** The same part, its calls counted; so are those of the parts it has. */
  counting<Part extends object>(part: Part): Part {
    return new Proxy(part, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value === "function") {
          return (...args: readonly unknown[]): unknown => this.#counted(Reflect.apply(value, target, args));
        }
        return typeof value === "object" && value !== null ? this.counting(value) : value;
      },
    });
  }

  #counted(returned: unknown): unknown {
    if (!(returned instanceof Promise)) return returned;
    return this.#during(returned).then((value: unknown) =>
      isContent(value) ? { ...value, open: () => this.#reading(value.open()) } : value,
    );
  }

  /** The bytes of a file, each read of them counted. */
  #reading(stream: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
    const reader = stream.getReader();
    return new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          const { done, value } = await this.#during(reader.read());
          if (done) controller.close();
          else controller.enqueue(value);
        },
        cancel: (reason) => reader.cancel(reason),
      },
      { highWaterMark: 0 },
    );
  }

  #during<Value>(call: Promise<Value>): Promise<Value> {
    this.#count += 1;
    return call.finally(() => {
      this.#count -= 1;
    });
  }
}

/** The content of a file is read after the call that found it. */
function isContent(value: unknown): value is { open(): ReadableStream<Uint8Array> } {
  return typeof value === "object" && value !== null && "open" in value && typeof value.open === "function";
}
