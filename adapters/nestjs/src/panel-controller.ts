import { createManagementApp, type ManagementApp, type ManagementAppOptions } from "@mojob/http";
import { type NodeHandler, toNodeHandler } from "@mojob/node";
import {
  All,
  type BeforeApplicationShutdown,
  Controller,
  Inject,
  Req,
  Res,
  type Type,
  UseGuards,
} from "@nestjs/common";
import { ApplicationConfig, HttpAdapterHost } from "@nestjs/core";
import { MoJob } from "./mojob.ts";
import type { PanelOptions } from "./mojob-options.ts";

type IncomingMessage = Parameters<NodeHandler>[0];
type ServerResponse = Parameters<NodeHandler>[1];

/** A request of Express is Node's own; Fastify's has it as `raw`, and what it has read of the body. */
type FrameworkRequest =
  | (IncomingMessage & { raw?: undefined })
  | { readonly raw: IncomingMessage; readonly body: unknown };
type FrameworkResponse =
  | (ServerResponse & { raw?: undefined })
  | { readonly raw: ServerResponse; hijack(): void };

/** Makes the controller of the panel and the API: its path and guards are decorations of its class. */
export function createPanelController(options: PanelOptions): Type<unknown> {
  const { path = "jobs", guards = [] } = options;

  class MoJobPanelController implements BeforeApplicationShutdown {
    readonly #moJob: MoJob;
    readonly #config: ApplicationConfig;
    /** The framework's object of each request under way. */
    readonly #requests = new WeakMap<IncomingMessage, FrameworkRequest>();
    #management: ManagementApp | null = null;
    #handle: NodeHandler | null = null;

    constructor(moJob: MoJob, config: ApplicationConfig, { httpAdapter }: HttpAdapterHost) {
      this.#moJob = moJob;
      this.#config = config;
      // Routes are made after controllers are; the frameworks write "all below" in two ways.
      const below = httpAdapter.getType() === "fastify" ? "*" : "*path";
      All(["/", below])(MoJobPanelController.prototype, "serve", serve as PropertyDescriptor);
    }

    /** Known once the app has said its prefix, which is after its modules are made. */
    get #basePath(): string {
      const parts = `${this.#config.getGlobalPrefix()}/${path}`.split("/");
      return `/${parts.filter((part) => part !== "").join("/")}`;
    }

    async serve(request: FrameworkRequest, response: FrameworkResponse): Promise<void> {
      const incoming = request.raw ?? request;
      const outgoing = response.raw ?? response;
      if (response.raw !== undefined) response.hijack();
      if (request.raw !== undefined) Object.assign(incoming, { body: request.body });
      this.#requests.set(incoming, request);
      incoming.url = (incoming.url ?? "/").slice(this.#basePath.length).replace(/^(?!\/)/, "/");
      await this.#open()(incoming, outgoing);
    }

    /** Streams stay while runs are waited for. */
    async beforeApplicationShutdown(): Promise<void> {
      await this.#management?.close();
    }

    #open(): NodeHandler {
      this.#management ??= createManagementApp(
        this.#moJob.scheduler,
        managementOptions(options, this.#basePath, this.#requests),
      );
      return (this.#handle ??= toNodeHandler(this.#management.fetch));
    }
  }

  // Called as functions: the sources run as they are, and have no decorators.
  const serve = Object.getOwnPropertyDescriptor(MoJobPanelController.prototype, "serve");
  Controller(path)(MoJobPanelController);
  UseGuards(...guards)(MoJobPanelController);
  Req()(MoJobPanelController.prototype, "serve", 0);
  Res()(MoJobPanelController.prototype, "serve", 1);
  Inject(MoJob)(MoJobPanelController, undefined, 0);
  Inject(ApplicationConfig)(MoJobPanelController, undefined, 1);
  Inject(HttpAdapterHost)(MoJobPanelController, undefined, 2);
  return MoJobPanelController;
}

function managementOptions(
  { token, cors, trustedProxies, userOf }: PanelOptions,
  basePath: string,
  requests: WeakMap<IncomingMessage, FrameworkRequest>,
): ManagementAppOptions {
  return {
    basePath,
    ...(token !== undefined && { token }),
    ...(cors !== undefined && { cors }),
    ...(trustedProxies !== undefined && { trustedProxies }),
    ...(userOf !== undefined && {
      authenticate: (_request, environment) => {
        const { incoming } = environment as { readonly incoming: IncomingMessage };
        return userOf(requests.get(incoming) as never);
      },
    }),
  };
}
