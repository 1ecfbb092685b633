import { until } from "../until.ts";
import { probeNamespaces, registerNamespaces } from "./namespaces.ts";
import type { TemporalServer } from "./temporal-server.ts";

/** A server that is not this process's own: it is used and left running. */
export async function givenTemporal(address: string, namespaces: readonly string[]): Promise<TemporalServer> {
  const refuseNow = (): never => {
    throw new Error("Cannot stop the server that TEMPORAL_ADDRESS names: it is not this process's own");
  };
  const refuse = async (): Promise<never> => refuseNow();
  const leave = (): Promise<void> => Promise.resolve();
  await registerNamespaces(address, namespaces);
  // A server knows a new namespace in all its parts after seconds.
  await until(`${address} runs a workflow in each of ${namespaces.join(", ")}`, () =>
    probeNamespaces(address, namespaces).then(
      () => true,
      () => false,
    ),
  );
  return {
    address,
    namespace: namespaces[0] ?? "default",
    name: "the server that TEMPORAL_ADDRESS names",
    owned: false,
    kill: refuse,
    stop: refuse,
    freeze: refuseNow,
    thaw: refuseNow,
    restart: refuse,
    close: leave,
    [Symbol.asyncDispose]: leave,
  };
}
