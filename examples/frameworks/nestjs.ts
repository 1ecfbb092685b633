import "reflect-metadata";
import { type JobContext, triggered, TriggeredJob, type TriggeredJobOptions } from "@mojob/core";
import { createManagementApp } from "@mojob/http";
import { onShutdownSignal, toNodeHandler } from "@mojob/node";
import { startEmbedded } from "@mojob/runtime-local";
import { Body, Controller, HttpCode, Inject, Injectable, Module, Post } from "@nestjs/common";
import { ModuleRef, NestFactory } from "@nestjs/core";

// A Nest app whose jobs inject its providers, with the management API and the panel below /ops.

const basePath = "/ops";

interface Order {
  readonly order: string;
}

@Injectable()
class Mailer {
  send(order: string): string {
    return `receipt for order ${order} sent`;
  }
}

class SendReceipt extends TriggeredJob<Order> {
  static override readonly options: TriggeredJobOptions<Order> = { key: "shop.send-receipt" };
  static readonly inject: readonly [typeof Mailer] = [Mailer];
  readonly #mailer: Mailer;

  constructor(mailer: Mailer) {
    super();
    this.#mailer = mailer;
  }

  override execute({ order }: Order, { log }: JobContext): string {
    log.info(`order ${order}`);
    return this.#mailer.send(order);
  }
}

/** Where controllers find the scheduler. */
const SCHEDULER = Symbol("scheduler");
type Embedded = Awaited<ReturnType<typeof startEmbedded>>;

@Controller("orders")
class OrdersController {
  constructor(@Inject(SCHEDULER) private readonly embedded: Embedded) {}

  @Post()
  @HttpCode(202)
  async pay(@Body() order: Order): Promise<{ readonly run: string }> {
    return { run: (await this.embedded.scheduler.trigger(SendReceipt, order)).id };
  }
}

@Module({
  controllers: [OrdersController],
  providers: [
    Mailer,
    {
      provide: SCHEDULER,
      inject: [ModuleRef],
      useFactory: (modules: ModuleRef) =>
        startEmbedded({
          app: "shop",
          jobs: [triggered(SendReceipt)],
          container: { get: (token: typeof Mailer) => modules.get(token, { strict: false }) },
        }),
    },
  ],
})
class ShopModule {}

const app = await NestFactory.create(ShopModule, { logger: ["error", "warn"] });
const { scheduler, close } = app.get<Embedded>(SCHEDULER);
const management = createManagementApp(scheduler, { basePath });
app.use(basePath, toNodeHandler(management.fetch));
await app.listen(0, "127.0.0.1");
console.log(`listening at ${await app.getUrl()}`);

async function shutDown(): Promise<void> {
  await management.close();
  await app.close();
  await close();
  console.log("closed");
}
onShutdownSignal(() => void shutDown());
