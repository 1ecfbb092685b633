import "reflect-metadata";
import type { JobContext } from "@mojob/core";
import { Job, MoJob, MoJobModule } from "@mojob/nestjs";
import { onShutdownSignal } from "@mojob/node";
import { Body, Controller, HttpCode, Inject, Injectable, Module, Post } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";

// A Nest app whose providers have jobs, with the management API and the panel below /ops.

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

@Injectable()
class Receipts {
  constructor(@Inject(Mailer) private readonly mailer: Mailer) {}

  @Job({ key: "shop.send-receipt" })
  send({ order }: Order, { log }: JobContext): string {
    log.info(`order ${order}`);
    return this.mailer.send(order);
  }
}

@Controller("orders")
class OrdersController {
  constructor(@Inject(MoJob) private readonly moJob: MoJob) {}

  @Post()
  @HttpCode(202)
  async pay(@Body() order: Order): Promise<{ readonly run: string }> {
    return { run: (await this.moJob.scheduler.trigger("shop.send-receipt", order)).id };
  }
}

@Module({
  imports: [MoJobModule.forRoot({ app: "shop", inMemory: true, panel: { path: basePath } })],
  controllers: [OrdersController],
  providers: [Mailer, Receipts],
})
class ShopModule {}

const app = await NestFactory.create(ShopModule, { logger: ["error", "warn"] });
await app.listen(0, "127.0.0.1");
console.log(`listening at ${await app.getUrl()}`);
// Runs finish first; app.enableShutdownHooks() does so as well.
onShutdownSignal(() => void app.close().then(() => console.log("closed")));
