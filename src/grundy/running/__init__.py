"""What every long computation needs: progress, limits, threads, notices, folders to go on from."""
