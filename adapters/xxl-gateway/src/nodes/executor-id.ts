import { fingerprint } from "@mojob/core/engine";
import type { NamedExecutor } from "@mojob/core/ports";
import type { Registration } from "../wire/registration.ts";

/** The id under which an executor is shown with the workers. */
export async function executorId({ appName, address }: Registration): Promise<string> {
  return `xxl-${(await fingerprint(`${appName} ${address}`)).slice(0, 16)}`;
}

/** How records of runs name it. */
export async function namedNode(node: Registration): Promise<NamedExecutor> {
  return { id: await executorId(node), name: node.address, address: node.address };
}
