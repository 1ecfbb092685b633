export { type ExecutorGateway, executorGateway } from "./executor-gateway.ts";
export type { ExecutorGatewayOptions } from "./gateway-options.ts";
