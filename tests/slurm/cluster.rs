//! A Slurm cluster of one node in a temporary folder. It has its own key, ports, state and processes, so it does not
//! interfere with another Slurm on the machine. It needs neither root nor systemd nor cgroups.

use std::env;
use std::ffi::OsString;
use std::fmt::Write;
use std::fs::{self, File};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// The programs that it needs.
const PROGRAMS: [&str; 6] = [
    "munged",
    "slurmctld",
    "slurmd",
    "sbatch",
    "scontrol",
    "scancel",
];

/// The pause between two checks while waiting.
const PAUSE: Duration = Duration::from_millis(20);

/// The longest wait for anything, on a machine with other work to do.
const PATIENCE: Duration = Duration::from_secs(180);

/// The number of attempts to start: another process may take a port before the daemon does.
const TRIES: usize = 3;

/// The cluster. Dropping it ends every process in it.
pub struct Cluster {
    daemons: Vec<(&'static str, Child)>,
    folder: TempDir,
}

/// The folders to search for programs. Not every user has the daemons on the PATH.
fn path() -> OsString {
    let own = Path::new(env!("CARGO_BIN_EXE_engine")).parent();
    let own = own.expect("a program is in a folder").to_owned();
    let given = env::var_os("PATH").unwrap_or_default();
    let folders = [own].into_iter().chain(env::split_paths(&given));
    let folders = folders.chain(["/usr/sbin", "/usr/local/sbin"].map(PathBuf::from));
    env::join_paths(folders).expect("these were split or have no colon")
}

/// A program that the cluster needs and this machine lacks, if any.
pub fn missing_program() -> Option<&'static str> {
    let path = path();
    let folders: Vec<PathBuf> = env::split_paths(&path).collect();
    let has = |program: &str| folders.iter().any(|folder| folder.join(program).is_file());
    PROGRAMS.into_iter().find(|program| !has(program))
}

/// The output of a program that every machine with Slurm has.
fn output(program: &str, arg: &str) -> String {
    let output = Command::new(program).env("PATH", path()).arg(arg).output();
    let output = output.unwrap_or_else(|error| panic!("{program}: {error}"));
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

/// The plugin that needs no cgroups. Slurm 24.05 and later have one for this purpose. In earlier versions we name the
/// one that looks for cgroups only when a job asks for them, and no job here does.
fn cgroup_plugin() -> &'static str {
    let version = output("slurmd", "-V");
    let number = version.rsplit(' ').next().unwrap_or_default();
    let parts: Vec<u32> = number
        .split('.')
        .filter_map(|part| part.parse().ok())
        .collect();
    match parts[..] >= [24, 5][..] {
        true => "disabled",
        false => "cgroup/v1",
    }
}

impl Cluster {
    /// Starts a cluster.
    ///
    /// # Errors
    /// Why it does not start, with the daemons' logs.
    pub fn start() -> Result<Cluster, String> {
        let mut started = Cluster::try_start();
        for _ in 1..TRIES {
            started = started.or_else(|_| Cluster::try_start());
        }
        started
    }

    fn try_start() -> Result<Cluster, String> {
        let mut cluster = Cluster {
            daemons: Vec::new(),
            // The path as the system shows it for a running process.
            folder: TempDir::new_in(env::temp_dir().canonicalize().unwrap()).unwrap(),
        };
        cluster.configure();
        let munge = ["--foreground", "--force"].map(str::to_owned).into_iter();
        let files = ["key-file", "socket", "pid-file", "seed-file"];
        let files = files.map(|file| format!("--{file}={}", cluster.path(file).display()));
        // Only we can open the folder. --force skips the checks of its permissions and of the folders above it.
        cluster.launch("munged", munge.chain(files));
        cluster.await_start("munge's socket", |cluster| cluster.path("socket").exists())?;
        cluster.launch("slurmctld", ["-D", "-i"].map(str::to_owned));
        cluster.launch("slurmd", ["-D"].map(str::to_owned));
        cluster.await_start("an idle node", |cluster| {
            cluster.asks("sinfo", &["--noheader", "--format=%T"]).trim() == "idle"
        })?;
        Ok(cluster)
    }

    /// Writes the key and the configuration of Slurm.
    fn configure(&self) {
        let mut key = [0; 128];
        getrandom::fill(&mut key).unwrap();
        fs::write(self.path("key-file"), key).unwrap();
        for folder in ["state", "spool"] {
            fs::create_dir(self.path(folder)).unwrap();
        }
        // Two existing files serve as the devices of GPUs.
        let gpus = "Name=gpu File=/dev/null\nName=gpu File=/dev/zero\n";
        fs::write(self.path("gres.conf"), gpus).unwrap();
        let cgroups = format!("CgroupPlugin={}\n", cgroup_plugin());
        fs::write(self.path("cgroup.conf"), cgroups).unwrap();
        fs::write(self.path("slurm.conf"), self.configuration()).unwrap();
    }

    fn configuration(&self) -> String {
        let (user, host) = (output("id", "-u"), output("uname", "-n"));
        let host = host.split('.').next().unwrap_or_default();
        let ports = [(), ()].map(|()| TcpListener::bind(("0.0.0.0", 0)).unwrap());
        let [controller, node] = ports.map(|port| port.local_addr().unwrap().port());
        let folder = self.folder.path().display();
        // A requeued task starts once its old credential has expired, after at least 5 s. Neither the size of the machine
        // nor its cgroups matter.
        format!(
            "ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={controller}
SlurmdPort={node}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket={folder}/socket,cred_expire=5
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
ReturnToService=2
SlurmdParameters=config_overrides
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU_Memory
SchedulerParameters=batch_sched_delay=0,sched_min_interval=0,sched_interval=1,bf_interval=1
GresTypes=gpu
NodeName={host} NodeAddr=127.0.0.1 CPUs=64 RealMemory=64000 Gres=gpu:2
PartitionName=all Nodes=ALL Default=YES State=UP
"
        )
    }

    fn launch(&mut self, daemon: &'static str, args: impl IntoIterator<Item = String>) {
        let log = File::create(self.path(&format!("{daemon}.log"))).unwrap();
        let mut command = self.command(daemon);
        command.args(args).stdin(Stdio::null());
        command.stdout(log.try_clone().unwrap()).stderr(log);
        self.daemons.push((daemon, command.spawn().unwrap()));
    }

    /// Waits for the daemons to get ready, as long as they run.
    fn await_start(&mut self, what: &str, done: impl Fn(&Cluster) -> bool) -> Result<(), String> {
        let deadline = Instant::now() + PATIENCE;
        while !done(self) {
            let mut daemons = self.daemons.iter_mut();
            let ended =
                daemons.find_map(|(daemon, child)| Some((*daemon, child.try_wait().unwrap()?)));
            if let Some((daemon, status)) = ended {
                return Err(format!("{daemon} ended ({status}){}", self.logs()));
            }
            if Instant::now() > deadline {
                return Err(format!("no sign of {what}{}", self.logs()));
            }
            thread::sleep(PAUSE);
        }
        Ok(())
    }

    /// A file of the cluster.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// A Slurm program that uses this cluster, started in its folder. The variables of any other cluster are removed.
    pub fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        for (variable, _) in env::vars_os() {
            let name = variable.to_string_lossy();
            if name.starts_with("SLURM") || name.starts_with("SBATCH") {
                command.env_remove(variable);
            }
        }
        command.env("PATH", path());
        command.env("SLURM_CONF", self.path("slurm.conf"));
        command.current_dir(self.folder.path());
        command
    }

    /// The output of a program, even if the program fails.
    pub fn asks(&self, program: &str, args: &[&str]) -> String {
        let output = self.command(program).args(args).output().unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// Runs a program that must succeed, and returns its output.
    #[track_caller]
    pub fn runs(&self, program: &str, args: &[&str]) -> String {
        let output = self.command(program).args(args).output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{program} {args:?}: {output:?}");
        text
    }

    /// Waits until a condition holds.
    #[track_caller]
    pub fn wait_until(&self, what: &str, mut is_so: impl FnMut() -> bool) {
        let deadline = Instant::now() + PATIENCE;
        while !is_so() {
            let jobs = || self.asks("scontrol", &["show", "jobs"]);
            assert!(
                Instant::now() < deadline,
                "waited in vain until {what}\n{}{}",
                jobs(),
                self.logs()
            );
            thread::sleep(PAUSE);
        }
    }

    /// A field that Slurm reports for a job or, as `JOB_TASK`, for a task.
    pub fn field(&self, job: &str, name: &str) -> String {
        let told = self.asks("scontrol", &["--oneliner", "show", "job", job]);
        let mut fields = told.split_whitespace();
        let value = fields.find_map(|field| field.strip_prefix(name)?.strip_prefix('='));
        value.unwrap_or_default().to_owned()
    }

    /// The process in the cluster that runs a program with this argument, if any.
    pub fn process(&self, program: &str, argument: &Path) -> Option<u32> {
        self.processes().into_iter().find(|number| {
            let line = fs::read(format!("/proc/{number}/cmdline")).unwrap_or_default();
            let line = String::from_utf8_lossy(&line).into_owned();
            let mut words = line.split('\0');
            words
                .next()
                .is_some_and(|name| Path::new(name).ends_with(program))
                && words.any(|word| Path::new(word) == argument)
        })
    }

    fn logs(&self) -> String {
        let mut logs = String::new();
        for (daemon, _) in &self.daemons {
            let name = format!("{daemon}.log");
            let log = fs::read_to_string(self.path(&name)).unwrap_or_default();
            let lines: Vec<&str> = log.lines().collect();
            let last = &lines[lines.len().saturating_sub(30)..];
            write!(logs, "\n{name}: {}", last.join("\n")).expect("a string takes text");
        }
        logs
    }

    /// The processes of the cluster except this one: those that have one of its files open or run in its folder.
    fn processes(&self) -> Vec<u32> {
        let Ok(all) = fs::read_dir("/proc") else {
            return Vec::new();
        };
        let numbers = all.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
        let others = numbers.filter(|&number| number != std::process::id());
        let is_inside = |number: &u32| {
            let process = PathBuf::from(format!("/proc/{number}"));
            let open = fs::read_dir(process.join("fd"));
            let open = open.into_iter().flatten().flatten();
            let mut links = open
                .map(|file| file.path())
                .chain([process.join("cwd")])
                .filter_map(|link| fs::read_link(link).ok());
            links.any(|place| place.starts_with(self.folder.path()))
        };
        others.filter(is_inside).collect()
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        // End the daemons before their tasks, so that they start no new ones.
        for (_, daemon) in self.daemons.iter_mut().rev() {
            let _ = daemon.kill();
            let _ = daemon.wait();
        }
        let deadline = Instant::now() + PATIENCE;
        loop {
            let left = self.processes();
            if left.is_empty() || Instant::now() > deadline {
                break;
            }
            let left = left.iter().map(u32::to_string);
            let _ = Command::new("kill").arg("-KILL").args(left).output();
            thread::sleep(PAUSE);
        }
    }
}
