import "reflect-metadata";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type JobContext, type MoJobScheduler, Permission } from "@mojob/core";
import { createFakeClock } from "@mojob/core/testing";
import {
  type CanActivate,
  type DynamicModule,
  type ExecutionContext,
  type INestApplication,
  Inject,
  Injectable,
  Scope,
  type Type,
} from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { ExpressAdapter } from "@nestjs/platform-express";
import { FastifyAdapter } from "@nestjs/platform-fastify";
import { Test } from "@nestjs/testing";
import { afterEach, describe, expect, it } from "vitest";
import { Job, MoJob, MoJobModule, type PanelOptions } from "./mod.ts";

// The sources run as they are, without decorators: each is called where a program of Nest's would write it above.

class Mailer {
  readonly sent: string[] = [];
}
Injectable()(Mailer);

class Receipts {
  readonly #mailer: Mailer;

  constructor(mailer: Mailer) {
    this.#mailer = mailer;
  }

  send({ order }: { readonly order: string }, { log }: JobContext): string {
    log.info(`order ${order}`);
    this.#mailer.sent.push(order);
    return `receipt for order ${order} sent`;
  }

  tick({ trigger }: JobContext): void {
    this.#mailer.sent.push(`tick by ${trigger.type}`);
  }
}
Injectable()(Receipts);
Inject(Mailer)(Receipts, undefined, 0);
Job({ key: "shop.send-receipt", retryCount: 1 })(Receipts.prototype, "send");
Job({ key: "shop.tick", cron: "0 * * * * *" })(Receipts.prototype, "tick");

/** Of which each run has an instance of its own, because one it needs is of a request. */
class Cart {
  readonly number = Math.random();
}
Injectable({ scope: Scope.REQUEST })(Cart);
class Totals {
  readonly #cart: Cart;
  constructor(cart: Cart) {
    this.#cart = cart;
  }
  execute(): number {
    return this.#cart.number;
  }
}
Injectable()(Totals);
Inject(Cart)(Totals, undefined, 0);
Job({ key: "shop.total" })(Totals);

// What a module is made of stands in its metadata.
// oxlint-disable-next-line no-extraneous-class
class Files {}
// oxlint-disable-next-line no-extraneous-class
class AppModule {}

const PROVIDERS = [Mailer, Receipts, Cart, Totals];

const opened: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

async function inTest(
  module: DynamicModule,
): Promise<{ readonly scheduler: MoJobScheduler; readonly mailer: Mailer }> {
  const testing = await Test.createTestingModule({ imports: [module], providers: PROVIDERS }).compile();
  opened.push(await testing.init());
  return { scheduler: testing.get(MoJob).scheduler, mailer: testing.get(Mailer) };
}

describe("MoJobModule", () => {
  it("runs the methods of providers that are jobs, in the time of a test", async () => {
    const clock = createFakeClock();
    const module = MoJobModule.forRoot({ app: "shop", inMemory: true, panel: false, clock });
    const { scheduler, mailer } = await inTest(module);
    const { id } = await scheduler.trigger("shop.send-receipt", { order: "17" });
    await clock.advance(60_000);
    expect(await scheduler.result(id)).toBe("receipt for order 17 sent");
    expect(mailer.sent).toEqual(["17", "tick by cron"]);
    const { definition } = await scheduler.jobs.get("shop.send-receipt");
    expect(definition).toMatchObject({ app: "shop", options: { retryCount: 1 } });
    const runs = [await scheduler.trigger("shop.total"), await scheduler.trigger("shop.total")];
    await clock.advance(1000);
    const [first, second] = await Promise.all(runs.map(async (run) => scheduler.instances.get(run.id)));
    expect(first?.result).toEqual(expect.any(Number));
    expect(first?.result).not.toBe(second?.result);
  });

  it("takes its options from providers, keeps its jobs in the file, and lets runs end before pools are closed", async () => {
    const folder = mkdtempSync(join(tmpdir(), "mojob-nestjs-"));
    const order: string[] = [];
    class Pool {
      onApplicationShutdown(): void {
        order.push("pool");
      }
    }
    class Slow {
      async execute(_args: unknown, { signal }: JobContext): Promise<void> {
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
        order.push("job");
      }
    }
    Job({ key: "shop.slow" })(Slow);
    const module = MoJobModule.forRootAsync({
      inject: ["FILE"],
      imports: [
        {
          module: Files,
          providers: [{ provide: "FILE", useValue: join(folder, "a.db") }],
          exports: ["FILE"],
        },
      ],
      useFactory: (file: never) => ({ app: "shop", file: String(file), shutdownGraceMs: 50 }),
      panel: false,
    });
    const open = async () => {
      const testing = await Test.createTestingModule({
        imports: [module],
        providers: [Pool, Slow, ...PROVIDERS],
      }).compile();
      const app = await testing.init();
      return { app, scheduler: testing.get(MoJob).scheduler };
    };
    const first = await open();
    const { id } = await first.scheduler.trigger("shop.slow");
    await expect.poll(async () => (await first.scheduler.instances.get(id)).state).toBe("Processing");
    await first.app.close();
    expect(order).toEqual(["job", "pool"]);
    const again = await open();
    expect((await again.scheduler.instances.get(id)).jobKey).toBe("shop.slow");
    await again.app.close();
    rmSync(folder, { recursive: true });
  });

  it("says what does not go together", () => {
    expect(() => MoJobModule.forRoot({ file: "a.db", inMemory: true })).toThrow(/file or inMemory, not both/);
    expect(() => MoJobModule.forRoot({ panel: { guards: [SignedIn] } })).toThrow(/guards without userOf/);
  });

  it("has no scheduler before the app has started", async () => {
    const module = MoJobModule.forRoot({ inMemory: true, panel: false });
    const testing = await Test.createTestingModule({ imports: [module] }).compile();
    expect(() => testing.get(MoJob).scheduler).toThrow(/before the app has started/);
  });
});

interface SignedInRequest {
  readonly headers: Readonly<Record<string, string | undefined>>;
  user?: string;
}

class SignedIn implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<SignedInRequest>();
    const { user } = request.headers;
    if (user !== undefined) request.user = user;
    return user !== undefined;
  }
}
Injectable()(SignedIn);

const PANEL: PanelOptions = {
  path: "ops",
  guards: [SignedIn],
  userOf: ({ user = "" }: SignedInRequest) => ({
    kind: "user",
    name: user,
    permissions: Object.values(Permission).filter((one) => user === "li" || one.endsWith(":read")),
  }),
};

describe.each([
  ["Express", () => new ExpressAdapter()],
  ["Fastify", () => new FastifyAdapter()],
] as const)("the panel on %s", (_name, createAdapter) => {
  async function started(prefix: string): Promise<string> {
    const module = MoJobModule.forRoot({ app: "shop", inMemory: true, panel: PANEL });
    const root = { module: AppModule as Type<unknown>, imports: [module], providers: [...PROVIDERS] };
    const app: INestApplication = await NestFactory.create(root, createAdapter(), { logger: false });
    opened.push(app);
    app.setGlobalPrefix(prefix);
    await app.listen(0, "127.0.0.1");
    return (await app.getUrl()) + (prefix === "" ? "" : `/${prefix}`);
  }

  it.each(["", "api"])(
    "is behind the guard, below the global prefix %j, and takes who has passed it",
    async (prefix) => {
      const url = await started(prefix);
      const get = async (path: string, user?: string): Promise<Response> =>
        await fetch(`${url}/ops${path}`, {
          headers: { accept: "text/html", ...(user !== undefined && { user }) },
        });
      expect((await get("/api/v1/jobs")).status).toBe(403);
      expect((await get("/")).status).toBe(403);
      for (const path of ["", "/", "/jobs"]) {
        // In their order.
        // oxlint-disable-next-line no-await-in-loop
        const page = await (await get(path, "li")).text();
        expect(page).toContain("<script");
        expect(page).toContain(`${new URL(url).pathname.replace(/\/$/, "")}/ops/`);
      }
      const jobs = (await (await get("/api/v1/jobs", "wang")).json()) as { items: { key: string }[] };
      expect(jobs.items.map(({ key }) => key).toSorted()).toEqual([
        "shop.send-receipt",
        "shop.tick",
        "shop.total",
      ]);
      const trigger = async (user: string): Promise<Response> =>
        await fetch(`${url}/ops/api/v1/jobs/shop.send-receipt/instances`, {
          method: "POST",
          headers: { user, origin: new URL(url).origin, "content-type": "application/json" },
          body: JSON.stringify({ args: { order: "5" } }),
        });
      expect((await trigger("wang")).status).toBe(403);
      const run = await trigger("li");
      expect(run.status).toBe(202);
      expect(await run.json()).toMatchObject({ instance: { trigger: { by: "user:li" } } });
    },
  );
});
