import com.xxl.job.core.context.XxlJobHelper;
import com.xxl.job.core.executor.impl.XxlJobSimpleExecutor;
import com.xxl.job.core.handler.annotation.XxlJob;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** An executor of XXL-JOB in Java: xxl-job-core as it is. Started by the test of this folder, or by hand. */
public class Executor {
    public static void main(String[] arguments) throws Exception {
        XxlJobSimpleExecutor executor = new XxlJobSimpleExecutor();
        executor.setAdminAddresses(System.getenv("XXL_ADMIN"));
        executor.setAccessToken(System.getenv("XXL_TOKEN"));
        executor.setAppname(System.getenv("XXL_APP"));
        executor.setIp("127.0.0.1");
        executor.setPort(Integer.parseInt(System.getenv("XXL_PORT")));
        executor.setLogPath(System.getenv("XXL_FOLDER") + "/logs");
        executor.setLogRetentionDays(3);
        executor.setXxlJobBeanList(List.of(new Executor()));
        executor.start();
        Runtime.getRuntime().addShutdownHook(new Thread(executor::destroy));
        Thread.currentThread().join();
    }

    @XxlJob("demo")
    public void demo() {
        for (int number = 1; number <= 3; number += 1)
            XxlJobHelper.log("line {} of {}", number, XxlJobHelper.getJobParam());
        XxlJobHelper.handleSuccess("done");
    }

    /** Reports when it began, in milliseconds. */
    @XxlJob("now")
    public void now() {
        XxlJobHelper.handleSuccess(String.valueOf(System.currentTimeMillis()));
    }

    @XxlJob("fail")
    public void fail() {
        throw new IllegalStateException("no rows");
    }

    @XxlJob("wait")
    public void waitLong() throws InterruptedException {
        for (int number = 1; number < 600; number += 1) {
            XxlJobHelper.log("tick {}", number);
            Thread.sleep(100);
        }
    }

    /** Ends when the file exists that its parameter names. */
    @XxlJob("hold")
    public void hold() throws InterruptedException {
        XxlJobHelper.log("holding");
        while (!Files.exists(Path.of(XxlJobHelper.getJobParam()))) Thread.sleep(50);
        XxlJobHelper.log("released");
        XxlJobHelper.handleSuccess("held");
    }

    @XxlJob("shard")
    public void shard() {
        XxlJobHelper.handleSuccess(XxlJobHelper.getShardIndex() + " of " + XxlJobHelper.getShardTotal());
    }
}
