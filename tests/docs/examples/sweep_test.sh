#!/bin/bash
# sweep_test.sh MODLAB: runs the sweep of docs/tuning.md on a Slurm cluster of this machine alone, which lives in a folder of
# its own and as this user. Ends with 77, which CTest reports as skipped, where there is no Slurm or it does not start.
set -euo pipefail

export MODLAB=${1:?usage: sweep_test.sh MODLAB}
sbatch_file=$(cd -P "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)/docs/examples/sweep.sbatch
readonly kShards=3
# A space that takes seconds.
space=(--op floor --shape 4099 --where access=structured --where algorithm=split --where loop=group
  --where threads=64,256 --where binding=table)

folder=$(mktemp -d)
daemons=()
clean_up() {
  ((${#daemons[@]} == 0)) || kill "${daemons[@]}" 2> "$folder/kill.log" || true
  wait
  rm -rf "$folder"
}
trap clean_up EXIT
skip() {
  echo "skipped: $*"
  tail -n 5 "$folder"/*.log 2> "$folder/tail" || true
  exit 77
}
fail() {
  echo "failed: $*" >&2
  tail -n 20 "$folder"/*.log "$folder"/slurm-*.out >&2 || true # what jobs said lies beside what the daemons did
  exit 1
}
# wait_for SECONDS COMMAND…: until the command succeeds.
wait_for() {
  local end=$((SECONDS + $1))
  shift
  until "$@"; do
    ((SECONDS < end)) || return 1
    sleep 0.2
  done
}

start_cluster() {
  local host user
  host=$(hostname -s)
  user=$(id -un)
  head -c 1024 /dev/urandom > "$folder/munge.key"
  chmod 400 "$folder/munge.key"
  cat > "$folder/slurm.conf" << CONF
ClusterName=modlab
SlurmctldHost=$host(127.0.0.1)
SlurmUser=$user
SlurmdUser=$user
SlurmctldPort=$((20000 + $$ % 20000))
SlurmdPort=$((40000 + $$ % 20000))
AuthType=auth/munge
AuthInfo=socket=$folder/munge.socket
CredType=cred/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/linear
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SchedulerParameters=sched_interval=1
ReturnToService=2
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc)
PartitionName=all Nodes=ALL Default=YES
CONF
  mkdir "$folder/state" "$folder/spool"
  export SLURM_CONF=$folder/slurm.conf
  munged --foreground --force --key-file "$folder/munge.key" --socket "$folder/munge.socket" \
    --pid-file "$folder/munged.pid" --log-file "$folder/munged.log" --seed-file "$folder/munged.seed" \
    > "$folder/munged.out.log" 2>&1 &
  daemons+=($!)
  wait_for 10 test -S "$folder/munge.socket" || skip "munged does not start"
  slurmctld -D > "$folder/slurmctld.log" 2>&1 &
  daemons+=($!)
  slurmd -D > "$folder/slurmd.log" 2>&1 &
  daemons+=($!)
  wait_for 30 node_is_idle || skip "Slurm does not start"
}
node_is_idle() { [[ $(sinfo --noheader --format %t 2> "$folder/sinfo.log") == idle ]]; }
no_job_is_left() { [[ -z $(squeue --noheader 2> "$folder/squeue.log") ]]; }

# The variants that a journal has, one a line: none of the columns before has a comma in it.
variants_of() { tail -n +2 "$1" | cut -d , -f 10 | sort; }

for program in munged slurmctld slurmd sbatch; do
  command -v "$program" > /dev/null || skip "$program is missing; Debian has it in slurm-wlm and munge"
done
start_cluster
cd "$folder"
job=$(sbatch --parsable --array=0-$((kShards - 1)) "$sbatch_file" sweep "${space[@]}")
sbatch --dependency="afterok:$job" --kill-on-invalid-dep=yes \
  --wrap "$MODLAB merge sweep/shard-*[0-9].csv --out sweep/whole.csv --tuned sweep/tuned.json" > submitted.log
wait_for 240 no_job_is_left || fail "the jobs do not end"

[[ -f sweep/whole.csv ]] || fail "nothing was merged"
for ((i = 0; i < kShards; ++i)); do [[ -n $(variants_of "sweep/shard-$i.csv") ]] || fail "shard $i is empty"; done
"$MODLAB" variants "${space[@]}" | sort > wanted.txt
variants_of sweep/whole.csv | diff wanted.txt - || fail "the merged rows are not the whole"
"$MODLAB" best --op floor --shape 4099 --tuned sweep/tuned.json > best.log || fail "no winner was kept"
echo "$(wc -l < wanted.txt) variants in $kShards shards were merged"
