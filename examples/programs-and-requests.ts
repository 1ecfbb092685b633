import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { commandRunner } from "@mojob/command-runner";
import type { JobWork } from "@mojob/core/ports";
import { httpRunner } from "@mojob/http-runner";
import { startEmbedded } from "@mojob/runtime-local";

// Jobs that nobody wrote code for: a program and an HTTP request, made while the scheduler runs. The worker lists what may be started.

const search = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "application/json" }).end('{"indexed":3}');
}).listen(0, "127.0.0.1");
await new Promise((resolve) => search.once("listening", resolve));
const { port } = search.address() as AddressInfo;

const { scheduler, close } = await startEmbedded({
  app: "stories",
  inMemory: true,
  jobs: [],
  // Local addresses are refused unless they are listed.
  runners: [commandRunner({ programs: ["uname", "false"] }), httpRunner({ allow: ["127.0.0.1"] })],
});

const works: Readonly<Record<string, JobWork>> = {
  "story.system": { kind: "command", argv: ["uname"] },
  "story.failing": { kind: "command", argv: ["false"] },
  "story.index": {
    kind: "http",
    method: "POST",
    url: `http://127.0.0.1:${port}/index`,
    headers: {},
    body: null,
    success: null,
  },
};
for (const [key, work] of Object.entries(works)) {
  await scheduler.jobs.create({ key, app: "stories", kind: "triggered", work });
  const { id } = await scheduler.trigger(key, null);
  const { state, result, errorSummary } = await scheduler.ended(id);
  console.log(`${key}: ${state}, ${errorSummary ?? JSON.stringify(result)}`);
}

await close();
search.close();
