import { afterAll, beforeAll, beforeEach } from "vitest";
import { closeBrowser } from "./open-panel.ts";
import {
  killPanelHosts,
  type PanelServer,
  type PanelServerOptions,
  startPanelServer,
} from "./panel-server.ts";

/**
 * Starts one panel server for the tests of a file, and another one with another browser, each in a process of its own, for each test that
 * is run again: its first try may have left anything in them.
 *
 * @param onStart is called with each server before a test uses it
 */
export function servePanel(
  options: PanelServerOptions,
  onStart: (server: PanelServer) => Promise<void> | void,
): void {
  let server: PanelServer | null = null;
  const start = async (): Promise<void> => {
    server = await startPanelServer(options);
    await onStart(server);
  };
  beforeAll(start);
  beforeEach(async ({ task: { result } }) => {
    if ((result?.retryCount ?? 0) + (result?.repeatCount ?? 0) === 0) return;
    await closeBrowser();
    await killPanelHosts();
    await start();
  });
  afterAll(() => server?.[Symbol.asyncDispose]());
}
