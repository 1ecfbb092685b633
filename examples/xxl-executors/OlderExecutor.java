import com.xxl.job.core.biz.model.ReturnT;
import com.xxl.job.core.executor.XxlJobExecutor;
import com.xxl.job.core.handler.IJobHandler;
import com.xxl.job.core.log.XxlJobLogger;
import com.xxl.job.core.util.ShardingUtil;
import java.nio.file.Files;
import java.nio.file.Path;

/** An executor of XXL-JOB in Java with xxl-job-core 2.2 as it is, whose handlers return their result. */
public class OlderExecutor {
    interface Handler {
        String run(String param) throws Exception;
    }

    public static void main(String[] arguments) throws Exception {
        XxlJobExecutor executor = new XxlJobExecutor();
        executor.setAdminAddresses(System.getenv("XXL_ADMIN"));
        executor.setAccessToken(System.getenv("XXL_TOKEN"));
        executor.setAppname(System.getenv("XXL_APP"));
        executor.setIp("127.0.0.1");
        executor.setPort(Integer.parseInt(System.getenv("XXL_PORT")));
        executor.setLogPath(System.getenv("XXL_FOLDER") + "/logs");
        executor.setLogRetentionDays(3);
        register("demo", OlderExecutor::demo);
        register("fail", param -> { throw new IllegalStateException("no rows"); });
        register("wait", OlderExecutor::waitLong);
        register("hold", OlderExecutor::hold);
        register("shard", param -> {
            ShardingUtil.ShardingVO shard = ShardingUtil.getShardingVo();
            return shard.getIndex() + " of " + shard.getTotal();
        });
        executor.start();
        Runtime.getRuntime().addShutdownHook(new Thread(executor::destroy));
        Thread.currentThread().join();
    }

    private static void register(String name, Handler handler) {
        XxlJobExecutor.registJobHandler(name, new IJobHandler() {
            @Override
            public ReturnT<String> execute(String param) throws Exception {
                return new ReturnT<>(ReturnT.SUCCESS_CODE, handler.run(param));
            }
        });
    }

    private static String demo(String param) {
        for (int number = 1; number <= 3; number += 1) XxlJobLogger.log("line {} of {}", number, param);
        return "done";
    }

    private static String waitLong(String param) throws InterruptedException {
        for (int number = 1; number < 600; number += 1) {
            XxlJobLogger.log("tick {}", number);
            Thread.sleep(100);
        }
        return null;
    }

    /** Ends when the file exists that its parameter names. */
    private static String hold(String param) throws InterruptedException {
        XxlJobLogger.log("holding");
        while (!Files.exists(Path.of(param))) Thread.sleep(50);
        XxlJobLogger.log("released");
        return "held";
    }
}
